import { type DeliverySample, json } from "./delivery-sample.ts";

/** The deliveries of services that have a preset of the template webhook. */
export const presetSamples: Readonly<Record<string, DeliverySample>> = {
  "uptime-kuma": json({
    heartbeat: { status: 0, time: "2026-01-10 08:30:00", msg: "Timeout" },
    monitor: { name: "Nest", url: "https://nest.example.com" },
    msg: "[Nest] [Down] Timeout",
  }),
  vercel: json({
    type: "deployment.succeeded",
    payload: {
      name: "nest",
      target: "production",
      links: { deployment: "https://vercel.com/birds/nest/1dc6aa69" },
      deployment: { url: "nest-1dc6aa69.vercel.app", meta: { githubCommitMessage: "Oil the lid" } },
    },
  }),
  notion: json({
    type: "page.properties_updated",
    timestamp: "2026-01-10T08:30:00Z",
    entity: { type: "page", id: "153104cd-477e-809d-8dc4-ff2d96ae3090" },
  }),
  redmine: json({
    payload: {
      action: "updated",
      url: "https://redmine.example.com/issues/7",
      issue: {
        id: 7,
        subject: "The lid does not close",
        project: { name: "Nest" },
        status: { name: "New" },
        priority: { name: "High" },
        assignee: { login: "bob" },
      },
      journal: { author: { login: "ann" }, notes: "Since yesterday." },
    },
  }),
  openproject: json({
    action: "work_package:created",
    work_package: {
      id: 7,
      subject: "The lid does not close",
      description: { raw: "Since yesterday." },
      dueDate: "2026-02-01",
      _embedded: {
        author: { name: "Ann" },
        type: { name: "Bug" },
        status: { name: "New" },
        assignee: { name: "Bob" },
        project: { name: "Nest" },
      },
    },
  }),
  datadog: json({
    title: "The water is high",
    alert_transition: "Triggered",
    link: "https://app.datadoghq.com/event/event?id=7",
    hostname: "nest-1",
    priority: "P1",
    body: "Water is above 10 cm.",
  }),
};
