import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { filled, type Saying } from "../../../../../protocol/words/icu.ts";
import type { WireAuditAction } from "../../../../../wire-types.ts";
import { useClient } from "../../../../client/client.ts";
import { settingsAddress } from "../../../../model/addresses/address.ts";
import { channelById } from "../../../../model/channels/channels.ts";
import { groupById } from "../../../../model/people/groups.ts";
import { userById } from "../../../../model/people/users.ts";
import type { State } from "../../../../model/state.ts";
import { Icon } from "../../../../parts/icon.tsx";
import { Time } from "../../../../parts/indicators/time.tsx";
import { labelled } from "../../../../words/app.ts";
import { number } from "../../../../words/format.ts";
import { auditActionsWords, auditLogWords } from "../../../../words/settings/organization/audit-log.ts";
import { fullTime } from "../../../../words/time.ts";
import { showPersonCard } from "../../../people/person-card.tsx";
import { type AuditEntry, isErased } from "./audit-entry.ts";
import { actorName, changeText, detailText, entityName } from "./audit-values.ts";

/** An entry's sentence and time, which expand to all its details. */
export function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const state = useClient().watch("users", "channels", "groups", "realm");
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const results: Readonly<Record<string, string | undefined>> = auditLogWords().results;
  const change = changeText(state, entry);
  return (
    <li class="audit-entry">
      <button
        type="button"
        class="audit-row"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="chevron-right" size={15} />
        <span class="audit-text">
          <span class="audit-sentence">{sentence(state, entry)}</span>
          {entry.result !== "success" && (
            <span class="entry-mark audit-refused">{results[entry.result] ?? entry.result}</span>
          )}
          <span class="audit-more">
            <Time at={entry.date_create} as="day" />
            {change !== "" && <> · {change}</>}
          </span>
        </span>
      </button>
      {isOpen && <Facts id={id} entry={entry} />}
    </li>
  );
}

type AreaOf<Action extends string> = Action extends `${infer Area}.${string}` ? Area : never;
type VerbIn<Area extends string, Action extends string> = Action extends `${Area}.${infer Verb}` ? Verb : never;

type Sentences = {
  readonly [Area in AreaOf<WireAuditAction>]: Readonly<Record<VerbIn<Area, WireAuditAction>, Sentence>>;
};

/** A sentence without names, or one in which `who` did something, possibly to `what`. */
type Sentence = string | Saying<[string], "who" | "what"> | Saying<[string, string], "who" | "what">;

function sentence(state: State, entry: AuditEntry): ComponentChildren {
  const known: Sentences = auditActionsWords().actions;
  const areas: Readonly<Record<string, Readonly<Record<string, Sentence>>>> = known;
  const [area = "", verb = ""] = entry.action.split(".");
  // A newer server may have actions without a sentence in this client.
  const text = areas[area]?.[verb] ?? labelled("{who}", entry.action);
  const written = filled(text, { who: "{who}", what: "{what}" });
  const names: Readonly<Record<string, () => string>> = {
    "{who}": () => actorName(entry),
    "{what}": () => entityName(state, entry),
  };
  return written.split(/(\{who\}|\{what\})/).map((part, at) => {
    const name = names[part];
    return name === undefined ? part : <bdi key={at}>{name()}</bdi>;
  });
}

/** True if an entry is about something that has a name and isn't the actor. */
const isAboutAnother = ({ actor, entity }: AuditEntry): boolean =>
  entity.name !== undefined || entity.email !== undefined || entity.type === "channel"
    ? actor.type !== entity.type || String(actor.id) !== entity.id
    : false;

/** Details that aren't listed with the others, because they are shown separately. */
const PLACED: ReadonlySet<string> = new Set(["before", "after"]);

function Facts({ id, entry }: { readonly id: string; readonly entry: AuditEntry }) {
  const state = useClient().watch("users", "channels", "groups", "realm");
  const w = auditLogWords();
  const labels: Readonly<Record<string, string | undefined>> = w.details;
  const results: Readonly<Record<string, string | undefined>> = w.results;
  const { details, context, actor, entity, proof } = entry;
  const address = context["ip_address"];
  const detail = (key: string, label: string) =>
    details[key] !== undefined && fact(label, detailText(state, key, entry));
  return (
    <div class="audit-facts" id={id}>
      <dl>
        {fact(w.facts.at, fullTime(entry.date_create))}
        {fact(
          w.facts.actor,
          <EntityLink {...{ state, type: actor.type, id: actor.id }} name={actorName(entry)} />,
          actor.email,
        )}
        {isAboutAnother(entry) &&
          fact(
            w.facts.entity,
            <EntityLink {...{ state, type: entity.type, id: Number(entity.id) }} name={entityName(state, entry)} />,
            entity.email,
          )}
        {fact(w.facts.result, results[entry.result] ?? entry.result)}
        {Object.keys(details)
          .filter((key) => !PLACED.has(key))
          .map((key) => detail(key, labels[key] ?? key))}
        {detail("before", w.facts.before)}
        {detail("after", w.facts.after)}
        {typeof address === "string" && fact(w.facts.address, address)}
        {entry.program !== null && fact(w.facts.program, entry.program)}
        {fact(w.facts.number, number(entry.id))}
      </dl>
      {isErased(proof.context) && <p class="settings-note">{w.contextGone}</p>}
      {isErased(proof.personal) && <p class="settings-note">{w.personalGone}</p>}
    </div>
  );
}

const fact = (name: string, value: ComponentChildren, more?: string) => (
  <div key={name}>
    <dt>{name}</dt>
    <dd>
      {value}
      {more !== undefined && more !== value && <span class="audit-email">{more}</span>}
    </dd>
  </div>
);

interface NamedProps {
  readonly state: State;
  readonly type: string;
  readonly id: number | null;
  readonly name: string;
}

/** A name that links to the user, channel or group, if it still exists. */
function EntityLink({ state, type, id, name }: NamedProps) {
  if (id === null) return <bdi>{name}</bdi>;
  if ((type === "user" || type === "bot") && userById(state, id) !== undefined)
    return (
      <button
        type="button"
        class="audit-link"
        aria-haspopup="dialog"
        onClick={(event) => showPersonCard(id, event.currentTarget)}
      >
        {name}
      </button>
    );
  if (type === "channel" && channelById(state, id) !== undefined)
    return <a href={settingsAddress(`organization/channels/${id}`)}>{name}</a>;
  if (type === "group" && groupById(state, id) !== undefined)
    return <a href={settingsAddress(`groups/${id}`)}>{name}</a>;
  return <bdi>{name}</bdi>;
}
