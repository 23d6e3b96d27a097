import { expected, type Sample } from "../sample.ts";

const kuma = {
  heartbeat: { monitorID: 1, status: 0, time: "2026-01-10 08:30:00", msg: "timeout", ping: null },
  monitor: { name: "Website", url: "https://example.com" },
  msg: "[Website] [Down] timeout",
};

export const samples: readonly Sample[] = [
  {
    name: "anything, without a template",
    payload: { a: [1] },
    becomes: expected`
      > Webhook
      ~~~ json
      {
        "a": [
          1
        ]
      }
      ~~~
    `,
  },
  {
    name: "templates in the address",
    query: { topic_template: "{{ shop }}", content_template: "Sold {{ count }} {{ what | link: url }}" },
    payload: { shop: "Nests", count: 2, what: "lids", url: "https://example.com/lids" },
    becomes: expected`
      > Nests
      Sold 2 [lids](https://example.com/lids)
    `,
  },
  {
    name: "a form",
    query: { content_template: "{{ name }}: {{ text }}" },
    form: { name: "ann", text: "hi" },
    becomes: expected`
      > Webhook
      ann: hi
    `,
  },
  {
    name: "a template that makes nothing",
    query: { content_template: "{% if a %}x{% endif %}" },
    payload: {},
    becomes: [],
  },
  {
    name: "a template that cannot be read",
    query: { content_template: "a\n{{ b | c }}" },
    payload: {},
    becomes: { refused: "The template has an error in line 2: there is no filter “c”." },
  },
  {
    name: "a preset that there is not",
    query: { preset: "x" },
    payload: {},
    becomes: { refused: "Preset not found." },
  },
  {
    name: "Uptime Kuma: down",
    query: { preset: "uptime-kuma" },
    payload: kuma,
    becomes: expected`
      > Website
      :cross_mark: [Website](https://example.com) is **down**: timeout
      <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "Uptime Kuma: up",
    query: { preset: "uptime-kuma" },
    payload: { ...kuma, heartbeat: { ...kuma.heartbeat, status: 1, msg: "200 - OK", ping: 43 } },
    becomes: expected`
      > Website
      :check: [Website](https://example.com) is **up**: 200 - OK
      Answered in 43 ms. <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "Uptime Kuma: a test",
    query: { preset: "uptime-kuma" },
    payload: { heartbeat: null, monitor: null, msg: "Testing" },
    becomes: expected`
      > Uptime Kuma
      Testing
    `,
  },
  {
    name: "Vercel",
    query: { preset: "vercel" },
    payload: {
      type: "deployment.error",
      payload: {
        name: "nest",
        target: "production",
        links: { deployment: "https://vercel.com/birds/nest/1" },
        deployment: { url: "nest-1.vercel.app", meta: { githubCommitMessage: "Add a lid" } },
      },
    },
    becomes: expected`
      > nest
      :cross_mark: [Deployment](https://vercel.com/birds/nest/1) failed (production).
      https://nest-1.vercel.app
      ~~~ quote
      Add a lid
      ~~~
    `,
  },
  {
    name: "Notion",
    query: { preset: "notion" },
    payload: { type: "page.created", timestamp: "2026-01-10T08:30:00.000Z", entity: { id: "1c2d", type: "page" } },
    becomes: expected`
      > page created
      page.created: page \`1c2d\`
      <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "Notion: a button",
    query: { preset: "notion" },
    payload: { data: { url: "https://notion.so/1", properties: { Name: {}, State: {} } } },
    becomes: expected`
      > Notion
      [A page](https://notion.so/1) was changed
      * Name
      * State
    `,
  },
  {
    name: "Redmine",
    query: { preset: "redmine" },
    payload: {
      payload: {
        action: "updated",
        url: "https://redmine.example.com/issues/7",
        issue: {
          id: 7,
          subject: "The lid",
          project: { name: "Nest" },
          status: { name: "New" },
          priority: { name: "High" },
          assignee: { login: "bob" },
          author: { login: "ann" },
          description: "x",
        },
        journal: { author: { login: "cal" }, notes: "I see it, too." },
      },
    },
    becomes: expected`
      > Nest / issue #7 The lid
      cal updated [The lid](https://redmine.example.com/issues/7).
      * **Status**: New
      * **Priority**: High
      * **Assignee**: bob
      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "OpenProject",
    query: { preset: "openproject" },
    payload: {
      action: "work_package:created",
      work_package: {
        id: 7,
        subject: "The lid",
        dueDate: "2026-02-01",
        description: { raw: "It does not close." },
        _embedded: {
          project: { name: "Nest" },
          author: { name: "Ann" },
          type: { name: "Bug" },
          status: { name: "New" },
        },
      },
    },
    becomes: expected`
      > Nest / #7 The lid
      Ann created Bug **The lid**
      * **Status**: New
      * **Assignee**: no one
      * **Due**: 2026-02-01
      ~~~ quote
      It does not close.
      ~~~
    `,
  },
  {
    name: "Rollbar",
    query: { preset: "rollbar" },
    payload: {
      event_name: "new_item",
      data: {
        url: "https://rollbar.com/i/1",
        item: {
          title: "TypeError",
          environment: "production",
          total_occurrences: 3,
          last_occurrence: { level: "error", body: { trace: { exception: { message: "lid is null" } } } },
        },
      },
    },
    becomes: expected`
      > TypeError
      New item: [TypeError](https://rollbar.com/i/1)
      * **Environment**: production
      * **Level**: error
      * **Occurrences**: 3
      ~~~
      lid is null
      ~~~
    `,
  },
  {
    name: "Datadog",
    query: { preset: "datadog" },
    payload: {
      title: "CPU is high",
      link: "https://app.datadoghq.com/1",
      alert_transition: "Triggered",
      hostname: "web-1",
      priority: "P1",
      body: "95 %",
    },
    becomes: expected`
      > CPU is high
      :cross_mark: [CPU is high](https://app.datadoghq.com/1): **Triggered**
      * **Host**: web-1
      * **Priority**: P1
      ~~~ quote
      95 %
      ~~~
    `,
  },
];
