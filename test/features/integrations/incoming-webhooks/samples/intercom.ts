import type { Sample } from "../sample.ts";

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
    becomes: [
      {
        event: "company.created",
        topic: "Company: Birds",
        content: "New company: **Birds**\n* **Size**: 3\n* **Plan**: Nest",
      },
    ],
  },
  {
    name: "a new lead",
    ...on("contact.created", lead),
    becomes: [
      {
        event: "contact.created",
        topic: "Contact: Bob",
        content: "New contact: [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36)\n* **Phone**: +46 1",
      },
    ],
  },
  {
    name: "a new lead, by the newer name",
    ...on("contact.lead.created", lead),
    becomes: [
      {
        event: "contact.created",
        topic: "Contact: Bob",
        content: "New contact: [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36)\n* **Phone**: +46 1",
      },
    ],
  },
  {
    name: "a lead with an address",
    ...on("contact.added_email", { ...lead, email: "bob@example.com" }),
    becomes: [
      {
        event: "contact.added_email",
        topic: "Contact: Bob",
        content:
          "Contact [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36) (bob@example.com) has an email address.",
      },
    ],
  },
  {
    name: "a lead that has signed up",
    ...on("contact.signed_up", lead),
    becomes: [
      {
        event: "contact.signed_up",
        topic: "Contact: Bob",
        content: "Contact [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36) has signed up.",
      },
    ],
  },
  {
    name: "a deleted lead",
    ...on("contact.deleted", lead),
    becomes: [
      {
        event: "contact.deleted",
        topic: "Contact: Bob",
        content: "Contact [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36) was deleted.",
      },
    ],
  },
  {
    name: "another address of a contact",
    ...on("contact.email.updated", lead),
    becomes: [
      {
        event: "contact.email.updated",
        topic: "Contact: Bob",
        content: "Contact [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36) has another email address.",
      },
    ],
  },
  {
    name: "a contact who has unsubscribed",
    ...on("contact.unsubscribed", lead),
    becomes: [
      {
        event: "contact.unsubscribed",
        topic: "Contact: Bob",
        content: "Contact [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36) has unsubscribed from email.",
      },
    ],
  },
  {
    name: "a tag of a lead",
    ...on("contact.tag.created", { type: "contact_tag", contact: lead, tag: { name: "wet" } }),
    becomes: [
      {
        event: "contact.tag.created",
        topic: "Contact: Bob",
        content: "The tag **wet** was added to [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36).",
      },
    ],
  },
  {
    name: "a removed tag of a lead",
    ...on("contact.tag.deleted", { type: "contact_tag", contact: lead, tag: { name: "wet" } }),
    becomes: [
      {
        event: "contact.tag.deleted",
        topic: "Contact: Bob",
        content: "The tag **wet** was removed from [Bob](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd36).",
      },
    ],
  },
  {
    name: "an assigned conversation",
    ...on(
      "conversation.admin.assigned",
      conversation([{ ...part, body: null, assigned_to: { type: "admin", name: "Dee" } }]),
    ),
    becomes: [
      {
        event: "conversation.admin.assigned",
        topic: "User: Ann",
        content:
          "Cal assigned the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) to **Dee**.",
      },
    ],
  },
  {
    name: "a closed conversation",
    ...on("conversation.admin.closed", conversation([{ ...part, body: null }])),
    becomes: [
      {
        event: "conversation.admin.closed",
        topic: "User: Ann",
        content:
          "Cal closed the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).",
      },
    ],
  },
  {
    name: "a note",
    ...on("conversation.admin.noted", conversation([part])),
    becomes: [
      {
        event: "conversation.admin.noted",
        topic: "User: Ann",
        content:
          "Cal added a note to the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com):\n\n~~~ quote\nHave you oiled it?\n~~~",
      },
    ],
  },
  {
    name: "an opened conversation",
    ...on("conversation.admin.opened", conversation([{ ...part, body: "" }])),
    becomes: [
      {
        event: "conversation.admin.opened",
        topic: "User: Ann",
        content:
          "Cal opened the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).",
      },
    ],
  },
  {
    name: "an answer",
    ...on("conversation.admin.replied", conversation([part])),
    becomes: [
      {
        event: "conversation.admin.replied",
        topic: "User: Ann",
        content:
          "Cal replied in the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com):\n\n~~~ quote\nHave you oiled it?\n~~~",
      },
    ],
  },
  {
    name: "a conversation that an admin begins",
    ...on("conversation.admin.single.created", {
      ...conversation(),
      conversation_message: { subject: "<p>Lids</p>", body: "<p>Hello</p>", author: { type: "admin", name: "Cal" } },
    }),
    becomes: [
      {
        event: "conversation.admin.single.created",
        topic: "User: Ann",
        content:
          "Cal began the [conversation “Lids”](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com):\n\n~~~ quote\nHello\n~~~",
      },
    ],
  },
  {
    name: "a snoozed conversation",
    ...on("conversation.admin.snoozed", conversation([{ ...part, body: null }])),
    becomes: [
      {
        event: "conversation.admin.snoozed",
        topic: "User: Ann",
        content:
          "Cal snoozed the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).",
      },
    ],
  },
  {
    name: "a conversation that is no longer snoozed",
    ...on("conversation.admin.unsnoozed", conversation([{ ...part, body: null }])),
    becomes: [
      {
        event: "conversation.admin.unsnoozed",
        topic: "User: Ann",
        content:
          "Cal unsnoozed the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).",
      },
    ],
  },
  {
    name: "a deleted conversation",
    ...on("conversation.deleted", conversation()),
    becomes: [
      {
        event: "conversation.deleted",
        topic: "User: Ann",
        content:
          "The [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) was deleted.",
      },
    ],
  },
  {
    name: "a conversation that a user begins",
    ...on("conversation.user.created", conversation()),
    becomes: [
      {
        event: "conversation.user.created",
        topic: "User: Ann",
        content:
          "Ann began the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com):\n\n~~~ quote\nThe lid is open.\n~~~",
      },
    ],
  },
  {
    name: "an answer of a user",
    ...on("conversation.user.replied", conversation([{ ...part, author: user, body: "<p>I have.</p>" }])),
    becomes: [
      {
        event: "conversation.user.replied",
        topic: "User: Ann",
        content:
          "Ann replied in the [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com):\n\n~~~ quote\nI have.\n~~~",
      },
    ],
  },
  {
    name: "a tag of a part",
    ...on("conversation_part.tag.created", conversation([{ ...part, tags: { tags: [{ name: "wet" }] } }])),
    becomes: [
      {
        event: "conversation_part.tag.created",
        topic: "User: Ann",
        content:
          "The [conversation](https://app.intercom.com/a/apps/a86dr8yl/conversations/147) with [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) has the tag **wet**.",
      },
    ],
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
    becomes: [
      {
        event: "event.created",
        topic: "User: ann@example.com",
        content: "ann@example.com: event **bought-oil** at <time:2026-01-10T08:30:00Z>.",
      },
    ],
  },
  {
    name: "a new user",
    ...on("user.created", user),
    becomes: [
      {
        event: "user.created",
        topic: "User: Ann",
        content:
          "New user: [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com)\n* **Companies**: Birds",
      },
    ],
  },
  {
    name: "a deleted user",
    ...on("user.deleted", user),
    becomes: [
      {
        event: "user.deleted",
        topic: "User: Ann",
        content: "User [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) was deleted.",
      },
    ],
  },
  {
    name: "another address",
    ...on("user.email.updated", user),
    becomes: [
      {
        event: "user.email.updated",
        topic: "User: Ann",
        content:
          "User [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) has another email address.",
      },
    ],
  },
  {
    name: "a tag of a user",
    ...on("user.tag.created", { type: "user_tag", user, tag: { name: "wet" } }),
    becomes: [
      {
        event: "user.tag.created",
        topic: "User: Ann",
        content:
          "The tag **wet** was added to [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).",
      },
    ],
  },
  {
    name: "a removed tag of a user",
    ...on("user.tag.deleted", { type: "user_tag", user, tag: { name: "wet" } }),
    becomes: [
      {
        event: "user.tag.deleted",
        topic: "User: Ann",
        content:
          "The tag **wet** was removed from [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com).",
      },
    ],
  },
  {
    name: "a user who has unsubscribed",
    ...on("user.unsubscribed", user),
    becomes: [
      {
        event: "user.unsubscribed",
        topic: "User: Ann",
        content:
          "User [Ann](https://app.intercom.com/a/apps/a86dr8yl/users/5714dd35) (ann@example.com) has unsubscribed from email.",
      },
    ],
  },
  {
    name: "a test",
    ...on("ping", { type: "ping", message: "something something interzen" }),
    becomes: [{ topic: "Intercom", content: "Intercom webhook has been successfully configured." }],
  },
  {
    name: "an event that is not known",
    ...on("visitor.signed_up", user),
    becomes: { unsupported: "visitor.signed_up" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
