import { layOutPanel, type Line, panelHeight, panelWidth } from "./panel.ts";

/** One of the small charts. */
export interface Panel {
  /** What is done, such as "Change one entity of N". */
  readonly title: string;
  readonly lines: readonly Line[];
}

/** What the whole chart shows. */
export interface ChartText {
  readonly title: string;
  /** How to read it, and where the numbers are from. */
  readonly caption: string;
}

const columns = 2;
const margin = 24;
const headHeight = 64;

/**
 * Times over sizes on logarithmic axes, one small chart for each panel, as an
 * SVG that follows the colour scheme of its reader.
 */
export function growthChart(
  { title, caption }: ChartText,
  panels: readonly Panel[],
): string {
  const rows = Math.ceil(panels.length / columns);
  const width = margin * 2 + columns * panelWidth;
  const height = headHeight + rows * panelHeight + margin;
  const drawn = panels.map(({ title, lines }, index) => {
    const x = margin + (index % columns) * panelWidth;
    const y = headHeight + Math.floor(index / columns) * panelHeight;
    return `<g transform="translate(${x} ${y})">${
      layOutPanel(title, lines)
    }</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title caption">
<style>${style}</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
<text id="title" class="title" x="${margin}" y="30">${escapeText(title)}</text>
<text id="caption" class="caption" x="${margin}" y="48">${
    escapeText(caption)
  }</text>
${drawn.join("\n")}
</svg>
`;
}

/** Text as it may stand in XML. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

const style = `
svg { font: 12px system-ui, sans-serif; --ink: #1f2328; --faint: #59636e; --grid: #e4e8ec; --ground: #ffffff;
  --ours: #0969da; --reference: #cf222e; --other: #8c6bc8; --floor: #818b98 }
@media (prefers-color-scheme: dark) { svg { --ink: #e6edf3; --faint: #9198a1; --grid: #2a313a; --ground: #0d1117;
  --ours: #58a6ff; --reference: #ff7b72; --other: #b392f0; --floor: #848d97 } }
.ground { fill: var(--ground) }
text { fill: var(--ink) }
.title { font-size: 16px; font-weight: 600 }
.panel { font-weight: 600 }
.caption, .tick { fill: var(--faint) }
.tick { font-size: 11px }
.grid { stroke: var(--grid) }
.line { fill: none; stroke-width: 1.5 }
.ours { stroke: var(--ours) } .ours.line { stroke-width: 3 }
.reference { stroke: var(--reference); stroke-width: 2 }
.competitor { stroke: var(--other) }
.floor { stroke: var(--floor); stroke-dasharray: 2 4 }
.quoted { stroke-dasharray: 6 4 }
.label { font-size: 11px; stroke: none }
.label.ours { fill: var(--ours); font-weight: 700 }
.label.reference { fill: var(--reference) }
.label.competitor { fill: var(--other) }
.label.floor { fill: var(--floor) }
`;
