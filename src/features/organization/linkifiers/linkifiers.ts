import * as v from "valibot";
import { type NoParams, statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import { isWebTemplate, linkifierProblem, reverseTemplateProblem } from "../../../markup/index.ts";
import { badRequest, raise } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { everyone } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { linkifiersChanged } from "./events.ts";

interface LinkifierRow {
  readonly id: number;
  readonly pattern: string;
  readonly url_template: string;
  /** Sample text that the pattern matches, as users would write it. */
  readonly example_input: string | null;
  /** Template of the text that replaces a URL of the linkifier, with group names in braces. */
  readonly reverse_template: string | null;
  /** A JSON array of templates for other forms of the URLs. */
  readonly alternative_url_templates: string;
}

export const schema = [
  `CREATE TABLE linkifiers (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     pattern TEXT NOT NULL UNIQUE,
     url_template TEXT NOT NULL,
     position INTEGER NOT NULL
   ) STRICT;`,
  `ALTER TABLE linkifiers ADD COLUMN example_input TEXT;
   ALTER TABLE linkifiers ADD COLUMN reverse_template TEXT;
   ALTER TABLE linkifiers ADD COLUMN alternative_url_templates TEXT NOT NULL DEFAULT '[]';`,
];

type Values = Omit<{ -readonly [Name in keyof LinkifierRow]: LinkifierRow[Name] }, "id">;
const columns = "pattern, url_template, example_input, reverse_template, alternative_url_templates";

const allLinkifiers = statement<NoParams, LinkifierRow>(`SELECT id, ${columns} FROM linkifiers ORDER BY position, id`);
const insertLinkifier = statement<Values, { id: number }>(
  // An existing row with this pattern has a template that isn't a web URL. Everything else ignores it, so it can be
  // replaced.
  `INSERT OR REPLACE INTO linkifiers (${columns}, position)
   SELECT :pattern, :url_template, :example_input, :reverse_template, :alternative_url_templates,
     coalesce(max(position), 0) + 1
   FROM linkifiers RETURNING id`,
);
const setLinkifier = statement<Values & { id: number }>(
  `UPDATE OR REPLACE linkifiers SET pattern = :pattern, url_template = :url_template, example_input = :example_input,
     reverse_template = :reverse_template, alternative_url_templates = :alternative_url_templates
   WHERE id = :id`,
);
const deleteLinkifier = statement<{ id: number }>("DELETE FROM linkifiers WHERE id = :id");
const setOrder = statement<{ ids: string }>(
  `UPDATE linkifiers SET position = (SELECT key FROM json_each(:ids) WHERE value = linkifiers.id)
   WHERE id IN (SELECT value FROM json_each(:ids))`,
);

interface Linkifier extends Omit<LinkifierRow, "alternative_url_templates"> {
  readonly alternative_url_templates: readonly string[];
}

const key = cacheKey<readonly Linkifier[]>("linkifiers");
export const readTemplates = stored("linkifiers.alternative_url_templates", v.array(v.string()), () => []);

/**
 * Returns the organization's linkifiers in the order they are tried. Ignores rows from older versions whose template
 * isn't a web URL.
 */
export const linkifiersOf = (realm: Realm): readonly Linkifier[] =>
  realm.cached(key, () =>
    allLinkifiers
      .all(realm.sql, {})
      .filter(({ url_template }) => isWebTemplate(url_template))
      .map((row) => ({ ...row, alternative_url_templates: readTemplates(row.alternative_url_templates, row.id) })),
  );

type NewLinkifier = Omit<Linkifier, "id">;

const patternAndTemplates = ({ pattern, url_template, alternative_url_templates }: NewLinkifier) => [
  ...[pattern, url_template],
  ...alternative_url_templates,
];

const linkifierRow = ({ alternative_url_templates, ...rest }: NewLinkifier) => ({
  ...rest,
  alternative_url_templates: JSON.stringify(alternative_url_templates),
});

export function addLinkifier(realm: Realm, linkifier: NewLinkifier): number {
  if (linkifiersOf(realm).length >= limits.organization.linkifiers) throw badRequest("Too many linkifiers.");
  checkLinkifier(realm, linkifier);
  const details = { what: "added", pattern: linkifier.pattern, url_template: linkifier.url_template };
  auditOrganization(realm, "organization.linkifier_changed", details);
  const { id } = insertLinkifier.one(realm.sql, linkifierRow(linkifier));
  emitLinkifiers(realm);
  return id;
}

/** Changes to the fields of a linkifier. Undefined leaves a field unchanged, null clears it. */
type LinkifierChange = { readonly [Name in keyof NewLinkifier]: NewLinkifier[Name] | undefined };

export function changeLinkifier(realm: Realm, id: number, change: LinkifierChange): void {
  const known = accessLinkifier(realm, id);
  const { example_input = known.example_input, reverse_template = known.reverse_template } = change;
  const linkifier = {
    pattern: change.pattern ?? known.pattern,
    url_template: change.url_template ?? known.url_template,
    ...{ example_input, reverse_template },
    alternative_url_templates: change.alternative_url_templates ?? known.alternative_url_templates,
  };
  checkLinkifier(realm, linkifier, id);
  const details = { what: "changed", before: patternAndTemplates(known), after: patternAndTemplates(linkifier) };
  auditOrganization(realm, "organization.linkifier_changed", details);
  setLinkifier.run(realm.sql, { id, ...linkifierRow(linkifier) });
  emitLinkifiers(realm);
}

export function removeLinkifier(realm: Realm, id: number): void {
  const { pattern, url_template } = accessLinkifier(realm, id);
  auditOrganization(realm, "organization.linkifier_changed", { what: "removed", pattern, url_template });
  deleteLinkifier.run(realm.sql, { id });
  emitLinkifiers(realm);
}

export function orderLinkifiers(realm: Realm, ids: readonly number[]): void {
  const known = linkifiersOf(realm).map((linkifier) => linkifier.id);
  const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b).join();
  if (sorted(ids) !== sorted(known))
    throw badRequest("The ordered list must enumerate all existing linkifiers exactly once");
  auditOrganization(realm, "organization.linkifier_changed", { what: "ordered" });
  setOrder.run(realm.sql, { ids: JSON.stringify(ids) });
  emitLinkifiers(realm);
}

const accessLinkifier = (realm: Realm, id: number): Linkifier =>
  linkifiersOf(realm).find((linkifier) => linkifier.id === id) ?? raise(badRequest("Linkifier not found."));

function checkLinkifier(realm: Realm, linkifier: NewLinkifier, self?: number): void {
  const { pattern, url_template, example_input, reverse_template, alternative_url_templates } = linkifier;
  const templates = [url_template, ...alternative_url_templates];
  const problem =
    templates.map((template) => linkifierProblem(pattern, template)).find((one) => one !== undefined) ??
    reverseTemplateProblem(pattern, { example_input, reverse_template });
  if (problem !== undefined) throw badRequest(problem);
  const isTaken = linkifiersOf(realm).some((other) => other.pattern === pattern && other.id !== self);
  if (isTaken) throw badRequest("A linkifier with this pattern already exists.");
}

export const shownLinkifier = ({ alternative_url_templates, ...rest }: Linkifier) => ({
  ...rest,
  alternative_url_templates: [...alternative_url_templates],
});

function emitLinkifiers(realm: Realm): void {
  realm.forget(key);
  realm.emit(linkifiersChanged({ realm_linkifiers: linkifiersOf(realm).map(shownLinkifier) }), everyone);
}
