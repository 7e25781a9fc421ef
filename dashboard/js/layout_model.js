// Which of the two layouts the page has: `quadrants`, or `picture` with a large picture and a
// filmstrip below. Each surface has its own default, and its own remembered choice.

export const kLayouts = ['quadrants', 'picture'];

const kDrawn = 'sandbox'; // every other surface is a real screen

/**
 * The kind of the surface that the run acts, or acted, on.
 * @returns {'canvas'|'screen'|null} null: not known yet
 */
export function surfaceOf({ settings, records }) {
  const set = settings?.['surface.kind'];
  if (set) return set === kDrawn ? 'canvas' : 'screen';
  // A recorded run may come without its settings; each of its turns names the surface.
  for (const turn in records) {
    const named = records[turn].executor?.in?.surface;
    if (named) return named === kDrawn ? 'canvas' : 'screen';
  }
  return null;
}

/** The layout of the page now. */
export function layoutOf(state) {
  const surface = surfaceOf(state);
  const chosen = surface && state.view.layouts?.[surface];
  if (kLayouts.includes(chosen)) return chosen;
  return surface === 'screen' ? 'picture' : 'quadrants';
}

/** The other layout, as a change of the view: {layouts}. */
export function otherLayout(state) {
  const layout = layoutOf(state) === 'picture' ? 'quadrants' : 'picture';
  return { layouts: { ...state.view.layouts, [surfaceOf(state) ?? 'canvas']: layout } };
}

/** Whether a pane of the picture layout is folded: memory and feedback are, until they are unfolded. */
export const isFolded = (state, pane) => state.view.unfolded?.[pane] !== true;
