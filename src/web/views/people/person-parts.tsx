import { clockTimeIn, relativeTime } from "../../words/time.ts";
import "./person-card.css";
import type { ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import { customEmojiById } from "../../model/emoji/custom-emoji.ts";
import type { UserId } from "../../model/ids.ts";
import { lastSeen, profileOf, roleOf, statusOf } from "../../model/people/profile.ts";
import { isActive, presenceOf, userById } from "../../model/people/users.ts";
import type { State } from "../../model/state.ts";
import { Emoji, type EmojiValue } from "../../parts/emoji/emoji.tsx";
import { now } from "../../parts/indicators/time.tsx";
import { serverHtml } from "../../parts/server-html.ts";
import { partsWords } from "../../words/app.ts";
import { withCommas } from "../../words/format.ts";
import { peopleWords } from "../../words/people.ts";
import { nameOfUser } from "./names.ts";
import { UserFace } from "./user-face.tsx";

export function PersonHead({ user, size }: { readonly user: UserId; readonly size: "l" | "xl" }) {
  const client = useClient();
  const state = client.watch("users", "presence", "emoji");
  const person = userById(state, user);
  const status = statusOf(state, user);
  const emoji = status && emojiOf(state, status);
  const w = peopleWords();
  const sub = [
    person && (person.is_bot ? w.bot : w.roles[roleOf(person)]),
    person && !isActive(state, user) ? (person.is_deleted ? w.deleted : w.deactivated) : presenceText(),
  ];

  function presenceText(): string | undefined {
    const presence = presenceOf(state, user, now.value);
    if (presence === undefined) return undefined;
    if (presence !== "offline") return partsWords().presence[presence];
    const seen = lastSeen(state, user);
    return seen === undefined ? undefined : w.lastSeen(relativeTime(seen, now.value));
  }

  return (
    <>
      <div class="person-head">
        <UserFace user={user} size={size} />
        <div>
          <h2 class="person-name">{nameOfUser(state, user)}</h2>
          <p class="person-sub">{sub.filter(Boolean).join(" · ")}</p>
        </div>
      </div>
      {status && (emoji !== undefined || status.status_text !== undefined) && (
        <p class="person-status">
          {emoji && <Emoji emoji={emoji} />}
          <span dir="auto">{status.status_text}</span>
        </p>
      )}
    </>
  );
}

interface FactsProps {
  readonly user: UserId;
  readonly summary?: boolean;
  /** Additional facts at the end. */
  readonly children?: ComponentChildren;
}

/** Facts about a user. With `summary`, only those that the organization shows on cards. */
export function PersonFacts({ user, summary = false, children }: FactsProps) {
  const state = useClient().watch("users", "realm");
  const person = userById(state, user);
  if (person === undefined) return null;
  const w = peopleWords();
  const local = localTime(person.timezone, now.value);
  const fields = profileOf(state, person).filter((field) => !summary || field.isInSummary);
  return (
    <dl class="person-facts">
      {person.delivery_email && (
        <>
          <dt>{w.email}</dt>
          <dd>
            <a href={`mailto:${person.delivery_email}`}>{person.delivery_email}</a>
          </dd>
        </>
      )}
      {local && (
        <>
          <dt>{w.localTime}</dt>
          <dd>{local}</dd>
        </>
      )}
      {person.bot_owner_id !== null && (
        <>
          <dt>{w.owner}</dt>
          <dd>{nameOfUser(state, person.bot_owner_id)}</dd>
        </>
      )}
      {fields.map((field) => (
        <>
          <dt key={field.name}>{field.name}</dt>
          <dd>
            {field.kind === "link" ? (
              <a href={field.value} target="_blank" rel="noopener noreferrer">
                {field.value}
              </a>
            ) : field.kind === "html" ? (
              <div dangerouslySetInnerHTML={serverHtml(field.value)} />
            ) : field.kind === "people" ? (
              withCommas(field.users.map((id) => nameOfUser(state, id)))
            ) : (
              field.value
            )}
          </dd>
        </>
      ))}
      {children}
    </dl>
  );
}

/** Returns the current time in a user's time zone. Undefined if the zone is unknown. */
function localTime(timezone: string, at: number): string | undefined {
  if (timezone === "") return undefined;
  try {
    return clockTimeIn(timezone, at);
  } catch {
    return undefined;
  }
}

interface StatusEmojiFields {
  readonly emoji_name?: string | undefined;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/** Returns the emoji of a status or reaction, with its image if it is a custom one. */
function emojiOf(state: State, { emoji_name, emoji_code, reaction_type }: StatusEmojiFields): EmojiValue | undefined {
  if (emoji_name === undefined || emoji_code === undefined) return undefined;
  const type = (reaction_type ?? "unicode_emoji") as EmojiValue["type"];
  const src = type === "realm_emoji" ? customEmojiById(state, emoji_code)?.source_url : undefined;
  return { type, name: emoji_name, code: emoji_code, src };
}
