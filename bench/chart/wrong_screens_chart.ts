import { escapeText } from "./growth_chart.ts";

const width = 640;
const rowHeight = 34;
const headHeight = 56;
const plot = { left: 150, width: 400 };

/**
 * The bars of the README: in how many of 1,000 random runs each library showed
 * a wrong screen.
 *
 * @param page The page on performance, which has the numbers in a table.
 * @throws {RangeError} If the page has no such table.
 */
export function wrongScreensChart(page: string): string {
  const [, section = ""] = page.split("## Wrong screens\n");
  const rows = [...section.split("\n## ")[0]!.matchAll(
    /^\| ([A-Z][\w ]+?) +\| (\d+) +\|/gm,
  )].map(([, library, wrong]) => ({ library: library!, wrong: Number(wrong) }));
  if (rows.length === 0) throw new RangeError("There is no table.");
  const height = headHeight + rows.length * rowHeight + 12;
  const bars = rows.map(({ library, wrong }, index) => {
    const y = headHeight + index * rowHeight;
    const length = Math.round(wrong / 1000 * plot.width);
    const kind = index === 0 ? "ours" : "other";
    return `<text class="${kind}" text-anchor="end" x="${plot.left - 12}" y="${
      y + 18
    }">${
      escapeText(library)
    }</text><rect class="${kind}" x="${plot.left}" y="${y}" width="${
      Math.max(length, 2)
    }" height="24" rx="3"/><text class="${kind}" x="${
      plot.left + length + 10
    }" y="${y + 18}">${wrong}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<style>${style}</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
<text id="title" x="24" y="32">Wrong screens in 1,000 random runs (fewer is better)</text>
${bars.join("\n")}
</svg>
`;
}

const style = `
svg { font: 16px system-ui, sans-serif; --ink: #1f2328; --ground: #ffffff; --ours: #0969da; --other: #8c6bc8 }
@media (prefers-color-scheme: dark) { svg { --ink: #e6edf3; --ground: #0d1117; --ours: #58a6ff; --other: #b392f0 } }
.ground { fill: var(--ground) }
text { fill: var(--ink) }
#title, text.ours { font-weight: 600 }
rect.ours { fill: var(--ours) }
rect.other { fill: var(--other) }
`;
