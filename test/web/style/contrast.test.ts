import { describe, expect, test } from "vitest";
import tokens from "../../../src/web/style/tokens.css?raw";

type Theme = "light" | "dark";

/** Initial value of each token, from `:root` before themes and media queries. */
const values = new Map<string, string>();
for (const [, name = "", value = ""] of tokens.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
  if (!values.has(name)) values.set(name, value);
}

function colour(name: string, theme: Theme): readonly number[] {
  const [, light = "", dark = ""] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(values.get(name) ?? "") ?? [];
  const hex = theme === "light" ? light : dark;
  if (hex === "") throw new Error(`--${name} is not a pair of colours`);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

/** Relative luminance and contrast as defined in WCAG 2.2. */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((one) =>
    one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [low = 0, high = 0] = [luminance(colour(one, theme)), luminance(colour(other, theme))].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ["ground", "ground-nav", "ground-raised", "ground-sunk", "ground-hover", "ground-chosen"];
const inks = ["ink", "ink-soft", "ink-faint", "accent", "danger", "mention-ink"];
const code = ["code-word", "code-text", "code-name", "code-note", "code-wrong"];

const texts: [ink: string, ground: string][] = [
  ...inks.flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ...["ink", "ink-soft", "ink-faint", "accent", "mention-ink", "danger"].map((ink): [string, string] => [
    ink,
    "mention",
  ]),
  ...["ink", "ink-soft", "accent"].map((ink): [string, string] => [ink, "accent-soft"]),
  ...["ink", "ink-soft", "danger"].map((ink): [string, string] => [ink, "danger-soft"]),
  ...code.map((ink): [string, string] => [ink, "ground-sunk"]),
  ["accent-ink", "accent"],
  ["accent-ink", "accent-hover"],
  ["danger-ink", "danger"],
  ["danger-ink", "danger-hover"],
  ["tip-ink", "tip"],
];

const shapes: [shape: string, ground: string][] = [
  ...["line-control", "present", "away", "accent", "danger", "mention-edge"].flatMap((shape) =>
    ["ground", "ground-nav", "ground-raised", "ground-sunk"].map((ground): [string, string] => [shape, ground]),
  ),
  ["mention-edge", "mention"],
  ["accent", "ground-chosen"],
];

describe.each<Theme>(["light", "dark"])("the %s theme", (theme) => {
  test("[accessibility 1.4.3] has a text contrast of at least 4.5 on every background", () => {
    expect(texts.filter(([ink, ground]) => contrast(ink, ground, theme) < 4.5)).toEqual([]);
  });

  test("[accessibility 1.4.11] has a contrast of at least 3 for meaningful shapes", () => {
    expect(shapes.filter(([shape, ground]) => contrast(shape, ground, theme) < 3)).toEqual([]);
  });
});

test("[accessibility 1.4.11] with forced colors, meaningful shapes have a color that the system uses on its background", () => {
  const [, forced = ""] = tokens.split("@media (forced-colors: active)");
  const colors = new Map([...forced.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
  expect([...new Set(shapes.flat().map((name) => colors.get(name)))].sort()).toEqual([
    "ButtonBorder",
    "Canvas",
    "CanvasText",
    "LinkText",
  ]);
});
