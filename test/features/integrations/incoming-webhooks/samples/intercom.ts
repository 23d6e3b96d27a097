import { expected, type Sample } from "../sample.ts";

const user = {
  type: "user",
  id: "5714dd35",
  name: "Ann",
  email: "ann@example.com",
  companies: { companies: [{ name: "Birds" }] },
};
const lead = { type: "contact", id: "5714dd36", name: "Bob", email: "", phone: "+46 1" };
const on = (topic: string, item: object) => ({
  payload: {
    type: "notification_event",
    id: "notif_ccd8a4d0-f965-11e3-a367-c779cae3e1b3",
    app_id: "a86dr8yl",
    topic,
    created_at: 1_768_033_800,
    delivery_attempts: 1,
    data: { type: "notification_event_data", item },
  },
});
const part = {
  type: "conversation_part",
  part_type: "comment",
  body: "<p>Have you <b>oiled</b> it?</p>",
  author: { type: "admin", id: "1", name: "Cal" },
};
const conversation = (parts: readonly object[] = []) => ({
  type: "conversation",
  id: "147",
  links: { conversation_web: "https://app.intercom.com/a/apps/a86dr8yl/conversations/147" },
  user,
  conversation_message: { subject: "", body: "<p>The lid is open.</p>", author: user },
  conversation_parts: { type: "conversation_part.list", conversation_parts: parts },
});

export const samples: readonly Sample[] = [
  {
    name: "a new company",
    ...on("company.created", { type: "company", id: "1", name: "Birds", user_count: 3, plan: { name: "Nest" } }),
    becomes: expected`
      company.created > Company: Birds
      New company: **Birds**
      * **Size**: 3
      * **Plan**: Nest
    `,
  },
  {
    name: "a new lead",
    ...on("contact.created", lead),
    becomes: expected`
      contact.created > Contact: Bob
      New contact: [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36)
      * **Phone**: +46 1
    `,
  },
  {
    name: "a new lead, by the newer name",
    ...on("contact.lead.created", lead),
    becomes: expected`
      contact.created > Contact: Bob
      New contact: [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36)
      * **Phone**: +46 1
    `,
  },
  {
    name: "a lead with an address",
    ...on("contact.added_email", { ...lead, email: "bob@example.com" }),
    becomes: expected`
      contact.added_email > Contact: Bob
      Contact [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36) (bob@example.com) has an email address.
    `,
  },
  {
    name: "a lead that has signed up",
    ...on("contact.signed_up", lead),
    becomes: expected`
      contact.signed_up > Contact: Bob
      Contact [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36) has signed up.
    `,
  },
  {
    name: "a deleted lead",
    ...on("contact.deleted", lead),
    becomes: expected`
      contact.deleted > Contact: Bob
      Contact [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36) was deleted.
    `,
  },
  {
    name: "another address of a contact",
    ...on("contact.email.updated", lead),
    becomes: expected`
      contact.email.updated > Contact: Bob
      Contact [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36) has another email address.
    `,
  },
  {
    name: "a contact who has unsubscribed",
    ...on("contact.unsubscribed", lead),
    becomes: expected`
      contact.unsubscribed > Contact: Bob
      Contact [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36) has unsubscribed from email.
    `,
  },
  {
    name: "a tag of a lead",
    ...on("contact.tag.created", { type: "contact_tag", contact: lead, tag: { name: "wet" } }),
    becomes: expected`
      contact.tag.created > Contact: Bob
      The tag **wet** was added to [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36).
    `,
  },
  {
    name: "a removed tag of a lead",
    ...on("contact.tag.deleted", { type: "contact_tag", contact: lead, tag: { name: "wet" } }),
    becomes: expected`
      contact.tag.deleted > Contact: Bob
      The tag **wet** was removed from [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36).
    `,
  },
  {
    name: "an assigned conversation",
    ...on(
      "conversation.admin.assigned",
      conversation([{ ...part, body: null, assigned_to: { type: "admin", name: "Dee" } }]),
    ),
    becomes: expected`
      conversation.admin.assigned > User: Ann
      Cal assigned the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) to **Dee**.
    `,
  },
  {
    name: "a closed conversation",
    ...on("conversation.admin.closed", conversation([{ ...part, body: null }])),
    becomes: expected`
      conversation.admin.closed > User: Ann
      Cal closed the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).
    `,
  },
  {
    name: "a note",
    ...on("conversation.admin.noted", conversation([part])),
    becomes: expected`
      conversation.admin.noted > User: Ann
      Cal added a note to the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com):

      ~~~ quote
      Have you oiled it?
      ~~~
    `,
  },
  {
    name: "an opened conversation",
    ...on("conversation.admin.opened", conversation([{ ...part, body: "" }])),
    becomes: expected`
      conversation.admin.opened > User: Ann
      Cal opened the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).
    `,
  },
  {
    name: "an answer",
    ...on("conversation.admin.replied", conversation([part])),
    becomes: expected`
      conversation.admin.replied > User: Ann
      Cal replied in the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com):

      ~~~ quote
      Have you oiled it?
      ~~~
    `,
  },
  {
    name: "a conversation that an admin begins",
    ...on("conversation.admin.single.created", {
      ...conversation(),
      conversation_message: { subject: "<p>Lids</p>", body: "<p>Hello</p>", author: { type: "admin", name: "Cal" } },
    }),
    becomes: expected`
      conversation.admin.single.created > User: Ann
      Cal began the [conversation “Lids”](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com):

      ~~~ quote
      Hello
      ~~~
    `,
  },
  {
    name: "a snoozed conversation",
    ...on("conversation.admin.snoozed", conversation([{ ...part, body: null }])),
    becomes: expected`
      conversation.admin.snoozed > User: Ann
      Cal snoozed the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).
    `,
  },
  {
    name: "a conversation that is no longer snoozed",
    ...on("conversation.admin.unsnoozed", conversation([{ ...part, body: null }])),
    becomes: expected`
      conversation.admin.unsnoozed > User: Ann
      Cal unsnoozed the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).
    `,
  },
  {
    name: "a deleted conversation",
    ...on("conversation.deleted", conversation()),
    becomes: expected`
      conversation.deleted > User: Ann
      The [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) was deleted.
    `,
  },
  {
    name: "a conversation that a user begins",
    ...on("conversation.user.created", conversation()),
    becomes: expected`
      conversation.user.created > User: Ann
      Ann began the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com):

      ~~~ quote
      The lid is open.
      ~~~
    `,
  },
  {
    name: "an answer of a user",
    ...on("conversation.user.replied", conversation([{ ...part, author: user, body: "<p>I have.</p>" }])),
    becomes: expected`
      conversation.user.replied > User: Ann
      Ann replied in the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com):

      ~~~ quote
      I have.
      ~~~
    `,
  },
  {
    name: "a tag of a part",
    ...on("conversation_part.tag.created", conversation([{ ...part, tags: { tags: [{ name: "wet" }] } }])),
    becomes: expected`
      conversation_part.tag.created > User: Ann
      The [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) has the tag **wet**.
    `,
  },
  {
    name: "a tag that is listed beside the conversation's parts",
    ...on("conversation_part.tag.created", { ...conversation([part]), tags_added: { tags: [{ name: "wet" }] } }),
    becomes: expected`
      conversation_part.tag.created > User: Ann
      The [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) has the tag **wet**.
    `,
  },
  {
    name: "an event of one's own",
    ...on("event.created", {
      type: "event",
      event_name: "bought-oil",
      created_at: 1_768_033_800,
      user_id: "u1",
      email: "ann@example.com",
    }),
    becomes: expected`
      event.created > User: ann@example.com
      ann@example.com: event **bought-oil** at <time:2026-01-10T08:30:00Z>.
    `,
  },
  {
    name: "a new user",
    ...on("user.created", user),
    becomes: expected`
      user.created > User: Ann
      New user: [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com)
      * **Companies**: Birds
    `,
  },
  {
    name: "a deleted user",
    ...on("user.deleted", user),
    becomes: expected`
      user.deleted > User: Ann
      User [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) was deleted.
    `,
  },
  {
    name: "another address",
    ...on("user.email.updated", user),
    becomes: expected`
      user.email.updated > User: Ann
      User [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) has another email address.
    `,
  },
  {
    name: "a tag of a user",
    ...on("user.tag.created", { type: "user_tag", user, tag: { name: "wet" } }),
    becomes: expected`
      user.tag.created > User: Ann
      The tag **wet** was added to [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).
    `,
  },
  {
    name: "a removed tag of a user",
    ...on("user.tag.deleted", { type: "user_tag", user, tag: { name: "wet" } }),
    becomes: expected`
      user.tag.deleted > User: Ann
      The tag **wet** was removed from [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).
    `,
  },
  {
    name: "a user who has unsubscribed",
    ...on("user.unsubscribed", user),
    becomes: expected`
      user.unsubscribed > User: Ann
      User [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) has unsubscribed from email.
    `,
  },
  {
    name: "a test",
    ...on("ping", { type: "ping", message: "something something interzen" }),
    becomes: expected`
      > Intercom
      Intercom webhook has been successfully configured.
    `,
  },
  {
    name: "an event that is not known",
    ...on("visitor.signed_up", user),
    becomes: { unsupported: "visitor.signed_up" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
