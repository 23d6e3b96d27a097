// Parses the Prometheus text format, version 0.0.4, as strictly as its specification allows:
// https://prometheus.io/docs/instrumenting/exposition_formats/. The parser doesn't use any code of the program that
// writes the text.

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const SAMPLE = new RegExp(String.raw`^(${NAME})(?:\{((?:${LABEL})(?:,${LABEL})*,?)?\})? (\S+)(?: (-?\d+))?$`);
const KINDS = ["counter", "gauge", "histogram", "summary", "untyped"];

interface ReadFamily {
  readonly kind: string;
  readonly help: string | undefined;
  /** Values by series, with the labels in their original order. */
  readonly samples: ReadonlyMap<string, number>;
}

/** Parses a text. Throws if it is invalid. */
export function readPrometheusText(text: string): Map<string, ReadFamily> {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const families = new Map<string, { kind: string; help: string | undefined; samples: Map<string, number> }>();
  let current: string | undefined;
  for (const line of text.slice(0, -1).split("\n")) {
    const fault = (what: string) => new Error(`${what}: ${line}`);
    const comment = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line);
    if (comment !== null) {
      const [, what, name = "", rest = ""] = comment;
      if (!new RegExp(`^${NAME}$`).test(name)) throw fault("no name");
      if (name !== current && families.has(name)) throw fault("its lines do not stand together");
      const family = families.get(name) ?? { kind: "", help: undefined, samples: new Map() };
      families.set(name, family);
      current = name;
      if (family.samples.size > 0) throw fault("it comes after the first sample");
      if (what === "TYPE") {
        if (family.kind !== "" || !KINDS.includes(rest)) throw fault("no type");
        family.kind = rest;
      } else {
        if (family.help !== undefined || /\\(?![\\n])/.test(rest)) throw fault("no help");
        family.help = rest;
      }
      continue;
    }
    if (line === "" || line.startsWith("#")) continue;
    const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
    if (name === "" || !/^(?:NaN|[+-]?Inf|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/.test(value))
      throw fault("no sample");
    const family = current === undefined ? undefined : families.get(current);
    const isOfHistogram = family?.kind === "histogram" && name.replace(/_(?:bucket|sum|count)$/, "") === current;
    if (family === undefined || (name !== current && !isOfHistogram)) throw fault("a sample of another family");
    if (family.kind === "") throw fault("no type before it");
    const names = [...labels.matchAll(/([a-zA-Z_]\w*)="(?:[^"\\]|\\.)*"/g)].map(([, label]) => label);
    if (new Set(names).size < names.length) throw fault("a label twice");
    const series = `${name}{${labels}}`;
    if (family.samples.has(series)) throw fault("a series twice");
    family.samples.set(series, Number(value.replace("Inf", "Infinity")));
  }
  for (const [name, { kind, samples }] of families) if (kind === "histogram") checkHistogram(name, samples);
  return families;
}

/** Throws unless each histogram has a sum, and buckets that grow up to +Inf, whose value must be the count. */
function checkHistogram(name: string, samples: ReadonlyMap<string, number>): void {
  const groups = Map.groupBy(samples.keys(), (series) => series.replace(/^[^{]*/, "").replace(/,?le="[^"]*"/, ""));
  for (const [labels, of] of groups) {
    const buckets = of.flatMap((series) => {
      const [, le] = /_bucket\{.*le="([^"]*)"/.exec(series) ?? [];
      return le === undefined ? [] : [{ le: Number(le.replace("Inf", "Infinity")), count: samples.get(series) ?? -1 }];
    });
    const sorted = buckets.toSorted((a, b) => a.le - b.le);
    const grows = sorted.every(({ count }, index) => count >= (sorted[index - 1]?.count ?? 0));
    const last = sorted.at(-1);
    const count = samples.get(`${name}_count${labels}`);
    if (last?.le !== Number.POSITIVE_INFINITY || !grows || last.count !== count || !samples.has(`${name}_sum${labels}`))
      throw new Error(`${name}${labels} is no histogram`);
  }
}
