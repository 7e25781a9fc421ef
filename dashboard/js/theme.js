// Light or dark: the system's preference until the person chooses.
import { recall, remember } from './memory.js';

const root = document.documentElement;

export function startTheme(changed) {
  const kept = recall('theme');
  if (kept === 'light' || kept === 'dark') root.dataset.theme = kept;
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
}

export function toggleTheme() {
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  remember('theme', root.dataset.theme);
}
