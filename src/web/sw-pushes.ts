// Shows notifications for the server's pushes while no one looks at the client. A push holds all the text that it needs.

export type {};

declare const self: ServiceWorkerGlobalScope;

/** The content of a push (users-groups-org.md 10). */
interface Push {
  readonly type: "message" | "call" | "remove" | "test";
  readonly title: string;
  readonly content: string;
  /** The same for all messages of a conversation. */
  readonly tag: string;
  readonly url: string;
  readonly icon?: string;
  readonly message_id?: number;
  readonly message_ids?: readonly number[];
}

/** The data that a notification carries, for clicks and for the next message of its conversation. */
interface NotificationData {
  readonly url: string;
  readonly message?: number | undefined;
  /** Whether a call rings. It is no line of its conversation: what comes next takes its place. */
  readonly rings?: boolean;
  readonly lines: readonly string[];
}

type Badge = Partial<Record<"setAppBadge" | "clearAppBadge", () => Promise<void>>>;
const badge: Badge = self.navigator;

/** The number of a conversation's messages that one notification shows. */
const MAX_LINES = 4;
/** The time to wait for a page to say whether it has notified of a message. A page that sleeps does not answer. */
const ANSWER_WITHIN_MS = 800;

self.addEventListener("push", (event) => {
  const push: Push | undefined = event.data?.json();
  if (push !== undefined) event.waitUntil(push.type === "remove" ? remove(push.message_ids ?? []) : show(push));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as NotificationData).url));
});

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

async function show({ type, title, content, tag, url, icon, message_id }: Push): Promise<void> {
  const isCall = type === "call";
  if (type !== "test" && (await isTold(message_id))) return;
  const [shown] = await self.registration.getNotifications({ tag });
  const before = (shown?.data as NotificationData | undefined) ?? { message: undefined, lines: [] };
  // A push can come twice: it is sent again if the answer to it was lost.
  const isKnown = message_id !== undefined && before.message === message_id && before.rings !== true;
  const lines = isKnown ? before.lines : [...before.lines, content].slice(-MAX_LINES);
  const data: NotificationData = { url, message: message_id, rings: isCall, lines: isCall ? before.lines : lines };
  const body = isCall ? content : lines.join("\n");
  const options = { body, tag, data, renotify: !isKnown, requireInteraction: isCall, ...(icon && { icon }) };
  const organization = await (await caches.match("/organization-name"))?.text();
  await self.registration.showNotification(organization === undefined ? title : `${title} – ${organization}`, options);
  // Not awaited, because on some systems without badges the promise never settles.
  void badge.setAppBadge?.().catch(() => undefined);
}

/** Whether a page of the client is visible, or has notified of the message already. */
async function isTold(message: number | undefined): Promise<boolean> {
  const all = await pages();
  if (all.some(({ visibilityState }) => visibilityState === "visible")) return true;
  return (await Promise.all(all.map((page) => ask(page, message)))).includes(true);
}

const ask = (page: WindowClient, told: number | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    page.postMessage({ told }, [port2]);
  });

async function remove(messages: readonly number[]): Promise<void> {
  const shown = await self.registration.getNotifications();
  const over = shown.filter(({ data }) => messages.includes((data as NotificationData | null)?.message ?? 0));
  for (const notification of over) notification.close();
  if (over.length === shown.length) void badge.clearAppBadge?.().catch(() => undefined);
}

async function open(url: string): Promise<void> {
  const all = await pages();
  const page = all.find(({ focused }) => focused) ?? all.find(({ visibilityState }) => visibilityState === "visible");
  const some = page ?? all[0];
  if (some === undefined) return void (await self.clients.openWindow(url));
  some.postMessage({ open: url });
  await some.focus();
}
