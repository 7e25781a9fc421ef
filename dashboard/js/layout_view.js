// Switches between the two layouts and folds the panes of the picture layout; both are remembered.
// The stylesheet layout.css places the parts; only the list of actions changes its parent.
import { byId, drawnFrom } from './dom.js';
import { isFolded, layoutOf, otherLayout } from './layout_model.js';
import { recall, remember } from './memory.js';
import { isEmpty } from './select.js';

const kFolds = ['sst', 'feedback'];
const kSurfaces = ['canvas', 'screen'];

const drawLayout = drawnFrom(
  (state) => [layoutOf(state), isEmpty(state)],
  (state, layout, empty) => {
    const isPicture = layout === 'picture';
    byId('quadrants').dataset.layout = empty ? 'quadrants' : layout; // the page has one text then
    byId('film').hidden = !isPicture || empty;
    const [list, home] = [byId('pane-actions'), isPicture ? byId('quadrants') : byId('picture-body')];
    if (list.parentElement !== home) home.append(list);
    byId('control-layout').setAttribute('aria-pressed', String(isPicture));
  },
);

const drawFolds = drawnFrom(
  (state) => kFolds.map((pane) => isFolded(state, pane)),
  (state, ...folded) => {
    for (const [index, pane] of kFolds.entries()) {
      byId(`pane-${pane}`).toggleAttribute('data-folded', folded[index]);
      byId(`fold-${pane}`).setAttribute('aria-expanded', String(!folded[index]));
      byId(`fold-${pane}`).title = folded[index] ? 'Unfold' : 'Fold';
    }
  },
);

export function drawLayouts(state) {
  drawLayout(state);
  drawFolds(state);
}

/** To the other layout; remembered for the surface of this run. */
export function switchLayout(state, dispatch) {
  const change = otherLayout(state);
  for (const surface of kSurfaces) {
    if (change.layouts[surface]) remember(`layout.${surface}`, change.layouts[surface]);
  }
  dispatch({ type: 'view', ...change });
}

export function startLayout({ dispatch, state }) {
  const kept = (names, name) => Object.fromEntries(names.map((each) => [each, recall(`${name}.${each}`)]));
  const unfolded = kept(kFolds, 'unfolded');
  for (const pane of kFolds) unfolded[pane] = unfolded[pane] === 'true';
  dispatch({ type: 'view', layouts: kept(kSurfaces, 'layout'), unfolded });
  for (const pane of kFolds) {
    byId(`fold-${pane}`).addEventListener('click', () => {
      const open = isFolded(state(), pane);
      remember(`unfolded.${pane}`, String(open));
      dispatch({ type: 'view', unfolded: { ...state().view.unfolded, [pane]: open } });
    });
  }
}
