import "./statistics.css";
import { scaleFor } from "../../../../model/organization/statistics.ts";
import { labelled } from "../../../../words/app.ts";
import { number } from "../../../../words/format.ts";

interface Bar {
  readonly name: string;
  /** The values of the bar's parts, from the bottom up. Null if they are unknown. */
  readonly values: readonly number[] | null;
}

interface BarChartProps {
  /**
   * A sentence that describes the chart. Screen readers read the sentence instead of the chart. A table has the
   * numbers.
   */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** The names of a bar's parts, from the bottom. */
  readonly parts: readonly string[];
  /** Labels under the first and last bar. */
  readonly ends: readonly [string, string];
}

const HEIGHT = 100;
const WIDTH = 10;
const GAP = 2;
/** There is always room for this many bars, so that few bars don't become wide. */
const MIN_BARS = 14;

export function BarChart({ label, bars, parts, ends }: BarChartProps) {
  const sum = (values: readonly number[] | null) => (values ?? []).reduce((total, value) => total + value, 0);
  const scale = scaleFor(Math.max(0, ...bars.map(({ values }) => sum(values))));
  const slots = Math.max(MIN_BARS, bars.length);
  return (
    <figure class="chart">
      {parts.length > 1 && (
        <ul class="chart-legend" aria-hidden="true">
          {parts.map((part, at) => (
            <li key={part}>
              <span class={`chart-key chart-part-${at}`} />
              {part}
            </li>
          ))}
        </ul>
      )}
      <div class="chart-frame">
        <span class="chart-scale" aria-hidden="true">
          <span>{number(scale)}</span>
          <span>{number(scale / 2)}</span>
          <span>0</span>
        </span>
        <svg
          class="chart-bars"
          viewBox={`0 0 ${slots * WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {bars.map(({ name, values }, index) => {
            let top = HEIGHT;
            const x = index * WIDTH + GAP / 2;
            return (
              <g key={name}>
                <title>{labelled(name, values === null ? "–" : number(sum(values)))}</title>
                <rect class="chart-ground" x={x - GAP / 2} y={0} width={WIDTH} height={HEIGHT} />
                {values?.map((value, part) => {
                  const height = (value / scale) * HEIGHT;
                  top -= height;
                  return (
                    value > 0 && (
                      <rect
                        key={parts[part]}
                        class={`chart-part-${part}`}
                        x={x}
                        y={top}
                        width={WIDTH - GAP}
                        height={height}
                      />
                    )
                  );
                })}
              </g>
            );
          })}
        </svg>
        <p class="chart-ends" aria-hidden="true" style={{ "--share": bars.length / slots }}>
          <span>{ends[0]}</span>
          {ends[1] !== ends[0] && <span>{ends[1]}</span>}
        </p>
      </div>
    </figure>
  );
}
