import type { Sample } from "../sample.ts";

const URL = "https://rollbar.com/birds/nest/items/7/";
const last = { level: "error", server: { host: "nest-1" }, body: { message: { body: "The lid is open" } } };
const item = {
  id: 496445267,
  counter: 7,
  title: "The lid is open",
  environment: "production",
  level: 40,
  total_occurrences: 10,
};
const on = (event_name: string, data: object) => ({ payload: { event_name, data: { url: URL, ...data } } });
const became = (event: string, content: string, topic = "The lid is open") => [{ event, topic, content }];
const NAME = `[The lid is open](${URL})`;
const FACTS = "* **Environment**: production\n* **Level**: error\n* **Occurrences**: 10";

export const samples: readonly Sample[] = [
  {
    name: "a new item",
    ...on("new_item", {
      item: {
        ...item,
        total_occurrences: 1,
        last_occurrence: {
          level: "critical",
          body: { trace: { exception: { class: "LidError", message: "It is\nopen" } } },
        },
      },
    }),
    becomes: became(
      "new_item",
      `:cross_mark: ${NAME} is new.\n\n* **Environment**: production\n* **Level**: critical\n* **Occurrences**: 1\n* **Exception**: \`LidError\`\n\n~~~\nIt is\nopen\n~~~`,
    ),
  },
  {
    name: "each occurrence, with a chain of errors",
    ...on("occurrence", {
      item: { ...item, level: 30 },
      occurrence: { body: { trace_chain: [{ exception: { class: "RainError", message: "wet" } }] } },
    }),
    becomes: became(
      "occurrence",
      `:cross_mark: ${NAME} occurred.\n\n* **Environment**: production\n* **Level**: warning\n* **Occurrences**: 10\n* **Exception**: \`RainError\`\n\n~~~\nwet\n~~~`,
    ),
  },
  {
    name: "the tenth, hundredth ... occurrence",
    ...on("exp_repeat_item", { item: { ...item, last_occurrence: last }, occurrences: 10 }),
    becomes: became("exp_repeat_item", `:cross_mark: ${NAME} keeps occurring.\n\n${FACTS}\n* **Host**: nest-1`),
  },
  {
    name: "many occurrences in a short time",
    ...on("item_velocity", {
      item,
      trigger: { threshold: 10, window_size: 300, window_size_description: "5 minutes" },
    }),
    becomes: became(
      "item_velocity",
      `:cross_mark: ${NAME} occurs often.\n\n${FACTS}\n* **Rate**: 10 occurrences in 5 minutes`,
    ),
  },
  {
    name: "an item that occurs again",
    ...on("reactivated_item", { item }),
    becomes: became("reactivated_item", `:cross_mark: ${NAME} occurs again.\n\n${FACTS}`),
  },
  {
    name: "a reopened item, without a link",
    ...on("reopened_item", { url: null, item }),
    becomes: became("reopened_item", `The lid is open was reopened.\n\n${FACTS}`),
  },
  {
    name: "a resolved item",
    ...on("resolved_item", { item: { ...item, resolved_in_version: "2.1" } }),
    becomes: became("resolved_item", `:check: ${NAME} was resolved.\n\n${FACTS}\n* **Version**: 2.1`),
  },
  {
    name: "a deploy",
    ...on("deploy", {
      deploy: {
        environment: "production",
        revision: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
        local_username: "ann",
        comment: "Oil the lid",
      },
    }),
    becomes: became("deploy", "ann deployed `1dc6aa69429` to `production`.\n\n~~~ quote\nOil the lid\n~~~", "Deploys"),
  },
  {
    name: "a test",
    ...on("test", { message: "This is a test payload from Rollbar. If you got this, it works!" }),
    becomes: became("test", "Rollbar webhook has been successfully configured.", "Rollbar"),
  },
  { name: "an event that is not known", ...on("session", {}), becomes: { unsupported: "session" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
