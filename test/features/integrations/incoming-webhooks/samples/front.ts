import { expected, type Sample } from "../sample.ts";

const ann = { id: "tea_1", email: "ann@example.com", username: "ann", first_name: "Ann", last_name: "Finch" };
const bob = { id: "tea_2", email: "bob@example.com", username: "bob", first_name: "Bob", last_name: "Wren" };
const inbox = [{ id: "inb_1", address: "birds@example.com", name: "Birds", type: "smtp" }];

const event = (type: string, source: object, target: object | null = null, more: object = {}) => ({
  payload: {
    id: "evt_11b2d0h",
    type,
    emitted_at: 1_768_033_800.491,
    conversation: {
      id: "cnv_a73yq9",
      subject: "Re: The lid",
      recipient: { handle: "cleo@example.org", role: "from" },
      ...more,
    },
    source: { data: source },
    target: target === null ? null : { data: target },
  },
});
const message = { id: "msg_1", type: "email", blurb: "It does not close.", body: "<div>It does not close.</div>" };

export const samples: readonly Sample[] = [
  {
    name: "a message that comes in",
    ...event("inbound", inbox, message),
    becomes: expected`
      inbound > The lid
      New message in [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9) from **cleo@example.org** to **birds@example.com**.

      ~~~ quote
      It does not close.
      ~~~
    `,
  },
  {
    name: "a message that goes out",
    ...event("outbound", inbox, message),
    becomes: expected`
      outbound > The lid
      New message in [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9) from **birds@example.com** to **cleo@example.org**.

      ~~~ quote
      It does not close.
      ~~~
    `,
  },
  {
    name: "an answer that goes out",
    ...event("out_reply", inbox, { ...message, blurb: null }),
    becomes: expected`
      out_reply > The lid
      Reply in [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9) from **birds@example.com** to **cleo@example.org**.
    `,
  },
  {
    name: "a comment",
    ...event("comment", ann, { id: "com_1", body: "Is there oil?" }),
    becomes: expected`
      comment > The lid
      **Ann Finch** commented on [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9):

      ~~~ quote
      Is there oil?
      ~~~
    `,
  },
  {
    name: "a comment that mentions",
    ...event("mention", ann, { id: "com_1", body: "@bob Yours?" }),
    becomes: expected`
      mention > The lid
      **Ann Finch** commented on [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9):

      ~~~ quote
      @bob Yours?
      ~~~
    `,
  },
  {
    name: "a conversation that is assigned",
    ...event("assign", ann, bob),
    becomes: expected`
      assign > The lid
      **Ann Finch** assigned [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9) to **Bob Wren**.
    `,
  },
  {
    name: "a conversation that is taken",
    ...event("assign", ann, ann),
    becomes: expected`
      assign > The lid
      **Ann Finch** assigned [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9) to themselves.
    `,
  },
  {
    name: "a conversation that a rule assigns",
    ...event("assign", { id: "rul_1", name: "Lids", actions: [] }, bob),
    becomes: expected`
      assign > The lid
      **Lids** assigned [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9) to **Bob Wren**.
    `,
  },
  {
    name: "a conversation that nobody has",
    ...event("unassign", ann),
    becomes: expected`
      unassign > The lid
      **Ann Finch** unassigned [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9).
    `,
  },
  {
    name: "a conversation without a subject",
    ...event("archive", ann, null, { subject: "" }),
    becomes: expected`
      archive > cnv_a73yq9
      **Ann Finch** archived [a conversation](https://app.frontapp.com/open/cnv_a73yq9).
    `,
  },
  {
    name: "a conversation that is open again",
    ...event("reopen", ann),
    becomes: expected`
      reopen > The lid
      **Ann Finch** reopened [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9).
    `,
  },
  {
    name: "a conversation that is deleted",
    ...event("trash", ann),
    becomes: expected`
      trash > The lid
      **Ann Finch** deleted [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9).
    `,
  },
  {
    name: "a conversation that is restored",
    ...event("restore", ann),
    becomes: expected`
      restore > The lid
      **Ann Finch** restored [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9).
    `,
  },
  {
    name: "a tag",
    ...event("tag", ann, { id: "tag_1", name: "Urgent" }),
    becomes: expected`
      tag > The lid
      **Ann Finch** added the tag **Urgent** to [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9).
    `,
  },
  {
    name: "a tag that is removed",
    ...event("untag", ann, { id: "tag_1", name: "Urgent" }),
    becomes: expected`
      untag > The lid
      **Ann Finch** removed the tag **Urgent** from [Re: The lid](https://app.frontapp.com/open/cnv_a73yq9).
    `,
  },
  { name: "an event that is not known", ...event("dance", ann), becomes: { unsupported: "dance" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
