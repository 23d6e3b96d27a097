import type { Linkifier } from "../state.ts";

/** Maximum length of text matched against patterns, because browsers match some patterns slowly. */
const MAX_TEXT_LENGTH = 100;

/**
 * Returns a URL's short form by the first linkifier that fits, or undefined if none does. A linkifier fits only if its
 * pattern turns the short form back into the same link.
 */
export function shortLink(address: string, linkifiers: readonly Linkifier[]): string | undefined {
  for (const { pattern, url_template, alternative_url_templates, reverse_template } of linkifiers) {
    if (reverse_template === null) continue;
    for (const template of [url_template, ...alternative_url_templates]) {
      const values = valuesIn(address, template);
      const text = values && filledIn(reverse_template, values);
      if (text !== undefined && leadsBack(pattern, text, values ?? {})) return text;
    }
  }
  return undefined;
}

type Values = Readonly<Record<string, string>>;

/**
 * Extracts the values of a template's variables from a URL. Undefined if the URL doesn't match. Templates with RFC 6570
 * operators never match.
 */
function valuesIn(address: string, template: string): Values | undefined {
  const names: string[] = [];
  const source = template.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    const known = names.indexOf(part);
    if (known < 0) names.push(part);
    return known < 0 ? "([^/?#&]+)" : `\\${known + 1}`;
  });
  const found = new RegExp(`^${source.join("")}$`).exec(address);
  if (found === null) return undefined;
  try {
    return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? "")]));
  } catch {
    return undefined;
  }
}

/** Expands a reverse template. Doubled braces represent single braces. Undefined if a value is missing. */
function filledIn(template: string, values: Values): string | undefined {
  const names = [...template.matchAll(/\{\{|\}\}|\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  if (names.some((name) => values[name] === undefined)) return undefined;
  return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (part, name?: string) => (name && values[name]) ?? part.charAt(0));
}

/** True if the pattern finds the same values in the text. False if the browser can't compile the pattern. */
function leadsBack(pattern: string, text: string, values: Values): boolean {
  if (text.length > MAX_TEXT_LENGTH) return false;
  try {
    const found = new RegExp(`^(?:${pattern.replaceAll("(?P<", "(?<")})$`, "u").exec(text);
    return found !== null && Object.entries(values).every(([name, value]) => found.groups?.[name] === value);
  } catch {
    return false;
  }
}
