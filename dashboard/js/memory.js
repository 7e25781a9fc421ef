// What the page remembers between visits. A browser may refuse storage; then nothing is remembered.
const prefix = 'franz.';

export function recall(name) {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    /* as if it were a first visit */
  }
}
