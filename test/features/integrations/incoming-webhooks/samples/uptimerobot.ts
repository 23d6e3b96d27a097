import { expected, type Sample } from "../sample.ts";

const monitor = {
  monitor_url: "https://nest.example.com",
  monitor_friendly_name: "Nest",
  monitor_id: "779000",
};
const down = {
  alert_type: "1",
  alert_type_friendly_name: "Down",
  alert_details: "Connection timeout",
  alert_duration: "0",
  alert_datetime: "1768033800",
};

export const samples: readonly Sample[] = [
  {
    name: "a monitor that is down",
    payload: { ...monitor, ...down },
    becomes: expected`
      down > Nest
      :cross_mark: [Nest](https://nest.example.com) is down.
      * **Reason**: Connection timeout
      * **Address**: https://nest.example.com
      * **Time**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "a monitor that is up again, in UptimeRobot's own names",
    payload: {
      monitorID: "779000",
      monitorURL: "https://nest.example.com",
      monitorFriendlyName: "Nest",
      alertType: "2",
      alertTypeFriendlyName: "Up",
      alertDetails: "HTTP 200 - OK",
      alertFriendlyDuration: "1 minutes and 0 seconds",
      alertDateTime: "1768033800",
    },
    becomes: expected`
      up > Nest
      :check: [Nest](https://nest.example.com) is up again. It was down for 1 minutes and 0 seconds.
      * **Reason**: HTTP 200 - OK
      * **Address**: https://nest.example.com
      * **Time**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "a monitor that is up again, as a form",
    form: {
      ...monitor,
      alert_type: "2",
      alert_type_friendly_name: "Up",
      alert_details: "HTTP 200 - OK",
      alert_duration: "315",
    },
    becomes: expected`
      up > Nest
      :check: [Nest](https://nest.example.com) is up again. It was down for 5 min 15 s.
      * **Reason**: HTTP 200 - OK
      * **Address**: https://nest.example.com
    `,
  },
  {
    name: "a monitor that is up again, with its downtime in words",
    payload: {
      ...monitor,
      monitor_url: "nest.example.com",
      alert_type: "2",
      alert_type_friendly_name: "Up",
      alert_details: "Host Is Reachable",
      alert_friendly_duration: "44 minutes and 37 seconds",
    },
    becomes: expected`
      up > Nest
      :check: Nest is up again. It was down for 44 minutes and 37 seconds.
      * **Reason**: Host Is Reachable
      * **Address**: nest.example.com
    `,
  },
  {
    name: "a certificate that expires",
    payload: {
      ...monitor,
      alert_type: "3",
      alert_type_friendly_name: "SSL expiry",
      alert_details: "",
      ssl_expiry_date: "2026-02-01T00:00:00Z",
      ssl_expiry_days_left: "7",
    },
    becomes: expected`
      ssl_expiry > Nest
      :cross_mark: [Nest](https://nest.example.com) has a certificate that expires in 7 days.
      * **Address**: https://nest.example.com
      * **Expires**: <time:2026-02-01T00:00:00Z>
    `,
  },
  {
    name: "a type that is not known",
    payload: { ...monitor, alert_type_friendly_name: "Sideways" },
    becomes: { unsupported: "sideways" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
