import { expected, type Sample } from "../sample.ts";

const event = {
  type: "message",
  user: "U06NU4E26M9",
  text: "Hello, <@U074VRHQ11T>: *see* <#C06P6T3QGD7|general> &amp; <#C06NRA6JLER>",
  channel: "C06NRA6JLER",
  ts: "1719210664.234089",
};
const on = (more: object = {}, top: object = {}) => ({
  payload: { type: "event_callback", api_app_id: "A0757RM31HN", event_id: "Ev1", event: { ...event, ...more }, ...top },
});
const names = { U06NU4E26M9: "Ann", U074VRHQ11T: "Bob", C06NRA6JLER: "random" };
const TOPIC = "Message from Slack";
const form = { user_name: "ann", channel_name: "general", text: "The *lid* is open", team_domain: "birds" };

export const samples: readonly Sample[] = [
  {
    name: "a message, with the names that were looked up",
    ...on(),
    names,
    becomes: [{ topic: TOPIC, content: "**Ann**: Hello, @Bob: **see** #general & #random" }],
  },
  {
    name: "a message whose names are not known",
    ...on(),
    becomes: [{ topic: TOPIC, content: "**U06NU4E26M9**: Hello, @U074VRHQ11T: **see** #general & #C06NRA6JLER" }],
  },
  {
    name: "a message that says itself who has written it",
    ...on({ user_profile: { display_name: "", real_name: "Ann Bird" }, text: "hi" }),
    becomes: [{ topic: TOPIC, content: "**Ann Bird**: hi" }],
  },
  {
    name: "a message of a channel that is a topic",
    ...on({ text: "hi" }),
    query: { channels_map_to_topics: "1" },
    names,
    becomes: expected`
      > channel: random
      **Ann**: hi
    `,
  },
  {
    name: "a message for the channel of the same name",
    ...on({ text: "hi" }),
    query: { channels_map_to_topics: "0" },
    names,
    becomes: [{ topic: TOPIC, content: "**Ann**: hi", channel: "random" }],
  },
  {
    name: "a wrong option",
    ...on(),
    query: { channels_map_to_topics: "abc" },
    becomes: { refused: "Error: channels_map_to_topics parameter other than 0 or 1" },
  },
  {
    name: "code, and a quote",
    ...on({ text: "```if (a &lt; b) {}```\n&gt; said" }),
    names,
    becomes: [{ topic: TOPIC, content: "**Ann**:\n~~~\nif (a < b) {}\n~~~\n\n> said" }],
  },
  {
    name: "files, one of which Slack does not show",
    ...on({
      subtype: "file_share",
      text: "",
      files: [
        { name: "lid.jpg", permalink: "https://birds.slack.com/files/U06NU4E26M9/F1/lid.jpg" },
        { id: "F2", mode: "file_access", file_access: "check_file_info" },
      ],
    }),
    names,
    becomes: [
      {
        topic: TOPIC,
        content:
          "**Ann**: *[lid.jpg](https://birds.slack.com/files/U06NU4E26M9/F1/lid.jpg)*\n*(a file that Slack does not show here)*",
      },
    ],
  },
  { name: "an edit", ...on({ subtype: "message_changed" }), becomes: [] },
  { name: "a message of a program", ...on({ subtype: "bot_message", bot_id: "B1" }), becomes: [] },
  {
    name: "a message of the bridge to Slack",
    ...on({ bot_id: "B1", bot_profile: { app_id: "A0757RM31HN" } }),
    becomes: [],
  },
  {
    name: "an event that is no message",
    ...on({ type: "reaction_added" }),
    becomes: { unsupported: "reaction_added" },
  },
  {
    name: "the handshake",
    payload: {
      type: "url_verification",
      token: "t",
      challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P",
    },
    becomes: [],
  },
  {
    name: "a limit",
    payload: { type: "app_rate_limited", team_id: "T1", minute_rate_limited: 1518467820, api_app_id: "A1" },
    becomes: [
      {
        topic: TOPIC,
        content: "Slack sends no more than it allows: messages since <time:2018-02-12T20:37:00Z> might be missing.",
      },
    ],
  },
  {
    name: "a message of an outgoing webhook",
    form,
    becomes: [{ topic: TOPIC, content: "**ann**: The **lid** is open" }],
  },
  {
    name: "a message of an outgoing webhook, of a channel that is a topic",
    form,
    query: { channels_map_to_topics: "1" },
    becomes: expected`
      > channel: general
      **ann**: The **lid** is open
    `,
  },
  {
    name: "an outgoing webhook without the name of its channel",
    form: { user_name: "ann", text: "hi" },
    becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
