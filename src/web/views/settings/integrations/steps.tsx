import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { channelsByName } from "../../../model/channels/channel-list.ts";
import { canPost } from "../../../model/channels/channel-permissions.ts";
import type { EventChoice, Offer, WebhookChoice } from "../../../model/integrations/integration.ts";
import { Checkbox, Choice, Switch } from "../../../parts/fields/choice.tsx";
import { Field, SearchField } from "../../../parts/fields/field.tsx";
import { appWords } from "../../../words/app.ts";
import { composeWords } from "../../../words/compose.ts";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { ChannelPicker } from "../../pickers.tsx";

interface StepProps {
  readonly title: string;
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Step({ title, hint, children }: StepProps) {
  const id = useId();
  return (
    <section class="guide-step" aria-labelledby={id}>
      <div>
        <h3 id={id}>{title}</h3>
        {hint !== undefined && <p class="settings-note">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

interface DestinationStepProps {
  readonly choice: WebhookChoice;
  readonly toChannel: boolean;
  readonly onChange: (part: Partial<WebhookChoice>) => void;
  readonly onToChannel: (is: boolean) => void;
}

/**
 * Lets the user choose where messages go: to a channel, with an optional topic that replaces the integration's, or to
 * the user as direct messages.
 */
export function DestinationStep({
  choice: { channel, topic },
  toChannel,
  onChange,
  onToChannel,
}: DestinationStepProps) {
  const state = useClient().watch("channels", "groups", "realm", "account");
  const w = integrationsWords();
  const app = appWords();
  return (
    <>
      <Choice
        label={w.destination}
        quiet
        as="row"
        value={toChannel ? "channel" : "me"}
        options={[
          { value: "channel", label: w.toChannel },
          { value: "me", label: w.toMe },
        ]}
        onChange={(to) => onToChannel(to === "channel")}
      />
      {toChannel && (
        <>
          <ChannelPicker
            label={app.channel}
            hint={w.channelHint}
            placeholder={composeWords().chooseChannel}
            single
            channels={channelsByName(state).filter((one) => canPost(state, one))}
            chosen={channel === undefined ? [] : [channel]}
            onChange={([chosen]) => onChange({ channel: chosen })}
          />
          <Field
            label={app.topic}
            hint={w.topicHint}
            value={topic}
            maxLength={state.max_topic_length}
            onInput={(text) => onChange({ topic: text })}
          />
        </>
      )}
    </>
  );
}

interface EventsStepProps {
  readonly names: readonly string[];
  readonly chosen: EventChoice;
  readonly onChange: (chosen: EventChoice) => void;
}

const SEARCH_SHOWN_ABOVE = 12;

/** Chooses which events produce messages: all, some, or all but some. */
export function EventsStep({ names, chosen, onChange }: EventsStepProps) {
  const [search, setSearch] = useState("");
  const w = integrationsWords();
  const folded = (text: string) => text.toLowerCase().replace(/\s+/g, "_");
  const shown = names.filter((name) => folded(name).includes(folded(search.trim())));
  const toggle = (name: string, is: boolean) =>
    onChange({ ...chosen, names: is ? [...chosen.names, name] : chosen.names.filter((one) => one !== name) });
  return (
    <>
      <Choice
        label={w.events}
        quiet
        as="row"
        value={chosen.mode}
        options={[
          { value: "all", label: w.allEvents },
          { value: "only", label: w.onlyEvents },
          { value: "exclude", label: w.withoutEvents },
        ]}
        onChange={(mode) => onChange({ ...chosen, mode })}
      />
      {chosen.mode !== "all" && (
        <fieldset class="guide-events">
          <legend class="field-label">
            {w.chooseEvents} <span class="guide-count">{w.chosenEvents(chosen.names.length)}</span>
          </legend>
          {names.length > SEARCH_SHOWN_ABOVE && (
            <SearchField label={w.searchEvents} value={search} onInput={setSearch} />
          )}
          {chosen.mode === "only" && chosen.names.length === 0 && <p class="settings-note">{w.noEvents}</p>}
          <div class="guide-event-list">
            {shown.map((name) => (
              <Checkbox
                key={name}
                label={name}
                checked={chosen.names.includes(name)}
                onChange={(is) => toggle(name, is)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

interface OptionsStepProps {
  readonly offer: Offer;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/**
 * On/off options, with the values that they have in the webhook's URL when on and off. For "", the URL doesn't contain
 * the option.
 */
const FLAGS: Readonly<Record<string, { readonly on: string; readonly off: string }>> = {
  ignore_private_repositories: { on: "true", off: "" },
  use_merge_request_title: { on: "", off: "false" },
  phase: { on: "completed", off: "" },
};
/** Options that aren't shown here, because they are set by the bot's templates. */
const ELSEWHERE: ReadonlySet<string> = new Set(["preset", "topic_template", "content_template"]);

export function OptionsStep({ offer, values, onChange }: OptionsStepProps) {
  const options = offer.options.filter((name) => !ELSEWHERE.has(name));
  if (options.length === 0) return null;
  const w = integrationsWords();
  const [names, hints]: readonly Readonly<Record<string, string>>[] = [w.optionNames, w.optionHints];
  return (
    <Step title={w.options}>
      {options.map((name) => {
        const flag = FLAGS[name];
        const value = values[name] ?? "";
        const change = (now: string) => onChange({ ...values, [name]: now });
        const said = { label: names?.[name] ?? name, hint: hints?.[name] };
        return flag === undefined ? (
          <Field key={name} {...said} value={value} onInput={change} spellcheck={false} maxLength={500} />
        ) : (
          <Switch key={name} {...said} on={value === flag.on} onChange={(is) => change(is ? flag.on : flag.off)} />
        );
      })}
    </Step>
  );
}
