import { useClient } from "../../../client/client.ts";
import { channelsByName } from "../../../model/channels/channel-list.ts";
import { canPost } from "../../../model/channels/channel-permissions.ts";
import type { WebhookChoice } from "../../../model/integrations/webhook-url.ts";
import { Choice } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { integrationsWords } from "../../../words/settings/integrations/integrations.ts";
import { ChannelPicker } from "../../pickers.tsx";

interface DestinationStepProps {
  readonly choice: WebhookChoice;
  readonly toChannel: boolean;
  readonly onChange: (part: Partial<WebhookChoice>) => void;
  readonly onToChannel: (is: boolean) => void;
}

/** Chooses the destination of messages: a channel, with a topic in place of the integration's own, or direct messages. */
export function DestinationStep({
  choice: { channel, topic },
  toChannel,
  onChange,
  onToChannel,
}: DestinationStepProps) {
  const state = useClient().watch("channels", "groups", "realm", "account");
  const w = integrationsWords();
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
            label={w.channel}
            hint={w.channelHint}
            placeholder={w.chooseChannel}
            single
            channels={channelsByName(state).filter((one) => canPost(state, one))}
            chosen={channel === undefined ? [] : [channel]}
            onChange={([chosen]) => onChange({ channel: chosen })}
          />
          <Field
            label={w.topic}
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
