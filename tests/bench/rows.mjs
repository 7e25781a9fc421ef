// The rows of `./test --bench`, as in bench_rows.h.

// The quantile `share` (0..1) of `values`.
export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.round((values.length - 1) * share)];

// `ratios`: one per round, ours divided by the other's.
export function printRow({ part, name, against, ratios, detail }) {
  const [ratio, low, high] = [0.5, 0.1, 0.9].map((share) => quantile(ratios, share));
  console.log(JSON.stringify({ part, name, against, ratio, low, high, detail }));
}
