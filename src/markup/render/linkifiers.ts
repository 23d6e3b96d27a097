import { MatcherInput, RE2JS } from "re2js";
import type { Linkifier } from "../names.ts";
import { bareLinkAt } from "../parse/inline/bare-link.ts";
import { linkTarget } from "../parse/link-target.ts";
import { expandUrlTemplate, isWebTemplate, templateVariables } from "./url-template.ts";

/**
 * Administrators write the patterns, so they run in RE2, which finds a match in time linear in the text (markdown.md
 * 5). `MAX_READS` limits how many characters the matches of one linkifier, and those of all linkifiers, can read.
 */
const largestProgram = 4000;
const compiled = new Map<string, RE2JS | null>();

function compile(pattern: string): RE2JS | null {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (compiled.size > 1000) compiled.clear();
  let expression: RE2JS | null = null;
  try {
    const full = RE2JS.compile(String.raw`(^|[\s\x{85}\pZ'"(,:<])(${pattern})($|[^\pL\pN])`);
    if (full.programSize() <= largestProgram) expression = full;
  } catch {
    // The pattern is invalid. `linkifierProblem` reports why when a linkifier is created.
  }
  compiled.set(pattern, expression);
  return expression;
}

export function linkifierProblem(pattern: string, urlTemplate: string): string | undefined {
  let groups: string[];
  try {
    groups = Object.keys(RE2JS.compile(pattern).namedGroups());
  } catch (error) {
    return `Bad regular expression: ${error instanceof Error ? error.message : "unknown"}`;
  }
  if (compile(pattern) === null) return "Bad regular expression: too large";
  if (!isWebTemplate(urlTemplate)) return "Invalid URL template.";
  const variables = templateVariables(urlTemplate);
  const unknown = variables.find((name) => !groups.includes(name));
  if (unknown !== undefined) return `Group '${unknown}' in URL template is not present in linkifier pattern.`;
  const unused = groups.find((name) => !variables.includes(name));
  return unused === undefined ? undefined : `Group '${unused}' in linkifier pattern is not present in URL template.`;
}

/**
 * Expands a reverse template with the values of a pattern's groups: names in braces are replaced by values, doubled
 * braces by a single one. Returns undefined if a name isn't a group, or braces don't match.
 */
function expandReverseTemplate(
  template: string,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  let isWrong = false;
  const text = template.replace(/\{\{|\}\}|\{(\w+)\}|[{}]/g, (part, name: string | undefined) => {
    if (part === "{{" || part === "}}") return part.charAt(0);
    const value = name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
    isWrong ||= value === undefined;
    return value ?? "";
  });
  return isWrong ? undefined : text;
}

export function reverseTemplateProblem(
  pattern: string,
  { example_input: example, reverse_template: template }: Record<"example_input" | "reverse_template", string | null>,
): string | undefined {
  if (example === null) return template === null ? undefined : "Reverse template requires an example input.";
  const [match] = linkifierMatches({ id: 0, pattern, url_template: "" }, example);
  if (match?.text !== example) return "The example input does not match the linkifier pattern.";
  if (template === null || expandReverseTemplate(template, match.values) === example) return undefined;
  return "The reverse template does not give the example input.";
}

interface LinkifierMatch {
  readonly start: number;
  readonly text: string;
  readonly url: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Limits on the characters that patterns read. Patterns for issues and repositories read each character up to ten
 * times.
 */
const MAX_READS = { always: 10_000, perCharacter: 100, perMessage: 6_000_000 };
/** The fixed cost of applying a pattern to a text, in characters read. */
const READS_PER_PATTERN = 20;

/** Characters that the linkifiers of a message can still read in total. Once none are left, they find nothing more. */
export interface ReadBudget {
  reads: number;
}

export const newReadBudget = (): ReadBudget => ({ reads: MAX_READS.perMessage });

class TooManyReads extends Error {}

/**
 * A string that limits how many times a pattern reads its characters. If each match looks for an optional part until
 * the end of the text, all of them together would take time quadratic in the text's length.
 */
class LimitedText extends String {
  reads = 0;
  readonly #most: number;

  constructor(
    private readonly text: string,
    left: number,
  ) {
    super(text);
    this.#most = Math.min(left, MAX_READS.always + MAX_READS.perCharacter * text.length);
  }

  override charCodeAt(index: number): number {
    this.reads += 1;
    if (this.reads > this.#most) throw new TooManyReads();
    return this.text.charCodeAt(index);
  }
}

/** Returns the matches in a text, or only the first ones if finding all would take too long. */
function linkifierMatches(linkifier: Linkifier, text: string, budget = newReadBudget()): LinkifierMatch[] {
  const expression = budget.reads > 0 ? compile(linkifier.pattern) : null;
  if (!expression) return [];
  const matches: LinkifierMatch[] = [];
  const names = Object.keys(expression.namedGroups());
  const limited = new LimitedText(text, budget.reads);
  const matcher = expression.matcher(MatcherInput.utf16(limited));
  let from = 0;
  try {
    while (from <= text.length && matcher.find(from)) {
      const start = matcher.start(2);
      const end = matcher.end(2);
      const values: Record<string, string> = {};
      for (const name of names) {
        const value = matcher.group(name);
        if (typeof value === "string") values[name] = value;
      }
      if (end > start)
        matches.push({
          ...{ start, text: text.slice(start, end), values },
          url: expandUrlTemplate(linkifier.url_template, values),
        });
      // The character after a match may be the boundary before the next one.
      from = Math.max(end, matcher.start() + 1);
    }
  } catch (error) {
    if (!(error instanceof TooManyReads)) throw error;
  }
  budget.reads -= READS_PER_PATTERN + limited.reads;
  return matches;
}

interface LinkifiedPart {
  readonly text: string;
  readonly glued?: boolean;
  readonly href?: string;
}

/** Stands in for an element right before the text. Unlike white space, it isn't a boundary. */
const glue = "\u0002";

function split(part: LinkifiedPart, linkifier: Linkifier, budget: ReadBudget): LinkifiedPart[] {
  const offset = part.glued ? glue.length : 0;
  const matches = linkifierMatches(linkifier, part.glued ? glue + part.text : part.text, budget);
  if (matches.length === 0) return [part];
  const parts: LinkifiedPart[] = [];
  let done = 0;
  let glued = part.glued === true;
  for (const match of matches) {
    const href = linkTarget(match.url);
    if (href === undefined) continue;
    const start = match.start - offset;
    if (start > done) parts.push({ text: part.text.slice(done, start), glued });
    parts.push({ text: match.text, href });
    done = start + match.text.length;
    glued = true;
  }
  if (done < part.text.length) parts.push({ text: part.text.slice(done), glued });
  return parts;
}

/** Splits a text into matches of linkifiers, which have an `href`, and the rest. Earlier linkifiers take precedence. */
export function linkifiedParts(
  part: LinkifiedPart,
  linkifiers: readonly Linkifier[],
  budget: ReadBudget,
): LinkifiedPart[] {
  let parts: LinkifiedPart[] = [part];
  for (const linkifier of linkifiers) {
    parts = parts.flatMap((each) => (each.href === undefined ? split(each, linkifier, budget) : [each]));
  }
  return parts;
}

export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

interface PlacedLink extends TopicLink {
  readonly start: number;
}

function overlap(a: PlacedLink, b: PlacedLink): boolean {
  return a.start < b.start + b.text.length && b.start < a.start + a.text.length;
}

/** Finds the bare URLs in a topic. One without a scheme is linked with https. */
function addresses(topic: string): PlacedLink[] {
  const found: PlacedLink[] = [];
  for (const word of topic.matchAll(/[^ !;),'"]+/g)) {
    const link = bareLinkAt(word[0], 0, word[0].length);
    if (!link || link.href.startsWith("mailto:")) continue;
    const text = word[0].slice(0, link.end);
    found.push({ start: word.index, text, url: /^[a-z]+:/i.test(text) ? text : `https://${text}` });
  }
  return found;
}

/** Returns the `topic_links` of a topic, in text order. Linkifier matches take precedence over bare URLs. */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  const budget = newReadBudget();
  const candidates = linkifiers.flatMap((linkifier) => linkifierMatches(linkifier, topic, budget));
  const kept: PlacedLink[] = [];
  for (const each of [...candidates, ...addresses(topic)]) {
    if (!kept.some((other) => overlap(other, each))) kept.push(each);
  }
  return kept.sort((a, b) => a.start - b.start).map(({ text, url }) => ({ text, url }));
}
