// The search's part of the page's state: the query, and the turns that the proxy found.

export const initialSearch = Object.freeze({
  open: false,
  text: '',
  // idle: no search; asking; done: up to `searched`; wrong: the query is, see `why`;
  // lost: the proxy did not answer
  status: 'idle',
  why: '',
  turns: Object.freeze([]), // matching turns, ascending
  searched: 0, // the last turn that was searched
});

/** Answers have the text they belong to: a late one is for another search.
 * @param {{change: 'open'|'close'|'text'|'answer'|'wrong'|'lost'|'again'}} event */
export function reduceSearch(search, event) {
  switch (event.change) {
    case 'open':
      return search.open ? search : { ...search, open: true };
    case 'close':
      return initialSearch;
    case 'text':
      return event.text === search.text
        ? search
        : {
            ...initialSearch,
            open: true,
            text: event.text,
            status: event.text.trim() === '' ? 'idle' : 'asking',
          };
    case 'answer': {
      if (event.text !== search.text || event.from !== search.searched + 1) return search;
      const found = event.turns.filter((turn) => turn > search.searched);
      return {
        ...search,
        status: event.cut === null ? 'done' : 'asking',
        turns: found.length ? [...search.turns, ...found] : search.turns,
        searched: Math.max(search.searched, event.cut ?? event.to),
      };
    }
    case 'wrong':
    case 'lost':
      return event.text === search.text
        ? { ...search, status: event.change, why: event.why }
        : search;
    case 'again':
      return search.status === 'lost' ? { ...search, status: 'asking', why: '' } : search;
    default:
      return search;
  }
}
