interface Family {
  readonly kind: "counter" | "gauge" | "histogram";
  readonly help: string;
}

const counter = (help: string): Family => ({ kind: "counter", help });
const gauge = (help: string): Family => ({ kind: "gauge", help });

/**
 * All numbers in `/metrics`, by name. Outsiders can't choose the value of any label. Times are in seconds since 1970,
 * and omitted if there are none.
 */
export const FAMILIES = {
  // The program
  parley_info: gauge("The version of the program, with the value 1."),
  parley_databases_up: gauge("Whether D1 has answered for this page, by database."),

  // Requests
  parley_requests_total: counter("Requests that were answered, by kind and status."),
  parley_request_seconds: { kind: "histogram", help: "The time until an answer began, by kind, without polls." },
  parley_refused_logins_total: counter("Logins with a wrong password, a wrong code or by an unknown person."),
  parley_messages_sent_total: counter("Messages that were sent."),
  parley_events_delivered_total: counter("Events that were brought to clients, by polls and streams."),
  parley_jobs_total: counter("Attempts at work that follows a change, by kind and result."),
  parley_mail_total: counter("Attempts to send an email, by result."),
  parley_pushes_total: counter("Notifications that were pushed to devices and browsers, by result."),
  parley_shipments_total: counter("Times that rows were sent to D1, by result."),

  // Each organization
  parley_organization_info: gauge("The version and the database of an organization, with the value 1."),
  parley_organization_told_seconds: gauge("When the organization was last awake and told these numbers."),
  parley_organization_failing: gauge("Whether the organization's own database takes no writes."),
  parley_organization_bytes: gauge("The size of the organization's own database."),
  parley_files_bytes: gauge("The size of the organization's uploaded files."),
  parley_messages_database_bytes: gauge(
    "The size of the D1 database that the organization uses, by the last shipment.",
  ),
  parley_messages_database_limit_bytes: gauge("The size that this database can take."),
  parley_unshipped_rows: gauge("Rows that D1 does not have yet."),
  parley_unshipped_since_seconds: gauge("When D1 last had all rows, where it lacks some."),
  parley_refused_rows: gauge("Rows that D1 has refused, which were set aside."),
  parley_lost_messages: gauge("Messages whose text neither store has any more."),
  parley_jobs_waiting: gauge("Work that waits to be done, by kind."),
  parley_jobs_due_since_seconds: gauge("When the oldest of this work was due, by kind."),
  parley_event_queues: gauge("Event queues of clients."),
  parley_clients: gauge(
    "People with an event queue of one of Zulip's clients, by client and version: tested, older, newer.",
  ),
  parley_open_polls: gauge("Polls that wait for an event."),
  parley_open_streams: gauge("Streams of events that are open."),
  parley_imports_running: gauge("Imports under way."),
  parley_mail_failing_since_seconds: gauge("Since when no email could be sent."),

  // The machine, if the server is self-hosted
  parley_start_time_seconds: gauge("When the server was started."),
  parley_runtime_crashes_total: counter("How often workerd has ended by itself."),
  parley_reloads_total: counter("How often the program was reloaded, by result."),
  parley_process_resident_bytes: gauge("The memory of the server's processes."),
  parley_process_cpu_seconds_total: counter("The CPU time of the server's processes."),
  parley_disk_left_bytes: gauge("The bytes that are left on the disk of the data directory."),
  parley_disk_bytes: gauge("The size of the disk of the data directory."),
  parley_stored_bytes: gauge("The size of the databases in the data directory, by part."),
  parley_last_backup_seconds: gauge("When the last backup was made that was whole."),
  parley_data_since_seconds: gauge("When the data directory was made."),
  parley_gate_connections: gauge("Connections of clients."),
  parley_gate_waiting: gauge("Requests that wait for events, by kind."),
  parley_gate_queued: gauge("Requests that wait for room at the runtime."),
  parley_gate_refused_total: counter("Requests that were refused before they reached the program, by status."),
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof FAMILIES;

export type Labels = Readonly<Record<string, string | number>>;

/** Numbers by Prometheus series: `name{label="value"}`. */
export type Numbers = Record<string, number>;

/** Suffixes after the family's name in a histogram's series. */
type Suffix = "_bucket" | "_sum" | "_count";

const escaped = (value: string | number): string =>
  String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

export function series(name: FamilyName | `${FamilyName}${Suffix}`, labels: Labels = {}): string {
  const all = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return all.length === 0 ? name : `${name}{${all.join(",")}}`;
}

/** Adds a label in front of the series' own labels. */
export function labelled(text: string, label: string, value: string): string {
  const own = text.indexOf("{");
  const added = `${label}="${escaped(value)}"`;
  return own < 0 ? `${text}{${added}}` : `${text.slice(0, own)}{${added},${text.slice(own + 1)}`;
}
