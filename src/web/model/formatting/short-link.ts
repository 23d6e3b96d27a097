import type { Linkifier } from "../state.ts";

/** The length up to which a text is compared with patterns: browsers take long for some of them. */
const MAX_TEXT_LENGTH = 100;

/**
 * The short form of an address, by the first linkifier whose link it fits; undefined where none does. A form that the pattern
 * would not turn back into the same link is left out.
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

/** The variables of a template as an address has them. Templates with operators of RFC 6570 are left out. */
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

/** A reverse template with its variables; doubled braces stand for one. */
function filledIn(template: string, values: Values): string | undefined {
  const names = [...template.matchAll(/\{\{|\}\}|\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  if (names.some((name) => values[name] === undefined)) return undefined;
  return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (part, name?: string) => (name && values[name]) ?? part.charAt(0));
}

/** Whether a pattern finds the same variables in a text; false where the browser cannot compile it. */
function leadsBack(pattern: string, text: string, values: Values): boolean {
  if (text.length > MAX_TEXT_LENGTH) return false;
  try {
    const found = new RegExp(`^(?:${pattern.replaceAll("(?P<", "(?<")})$`, "u").exec(text);
    return found !== null && Object.entries(values).every(([name, value]) => found.groups?.[name] === value);
  } catch {
    return false;
  }
}
