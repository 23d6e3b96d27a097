// Shows notifications for the server's pushes while no client page is visible. A push contains all the text it needs.

export type {};

declare const self: ServiceWorkerGlobalScope;

/** Push payload (users-groups-org.md 10). */
interface Push {
  readonly type: "message" | "call" | "remove" | "test";
  readonly title: string;
  readonly content: string;
  /** Shared by all messages of a conversation. */
  readonly tag: string;
  readonly url: string;
  readonly icon?: string;
  readonly message_id?: number;
  readonly message_ids?: readonly number[];
}

/** Data attached to a notification, for clicks and for the conversation's next message. */
interface NotificationData {
  readonly url: string;
  readonly message?: number | undefined;
  /**
   * True for a ringing call, which isn't added to `lines`, because the conversation's next notification replaces it.
   */
  readonly rings?: boolean;
  readonly lines: readonly string[];
}

type Badge = Partial<Record<"setAppBadge" | "clearAppBadge", () => Promise<void>>>;
const badge: Badge = self.navigator;

/** Maximum number of a conversation's messages in a notification. */
const MAX_LINES = 4;
/** Maximum time that a page has to report whether it showed a notification. Suspended pages never respond. */
const ANSWER_WITHIN_MS = 800;

self.addEventListener("push", (event) => {
  const push: Push | undefined = event.data?.json();
  if (push !== undefined) event.waitUntil(push.type === "remove" ? remove(push.message_ids ?? []) : show(push));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as NotificationData).url));
});

/** The browser or its push service has replaced the subscription, or ended it. */
interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** Older browsers have no cookie store. There, the client registers the new subscription when it is next opened. */
type Cookies = { readonly cookieStore?: { get(name: string): Promise<{ readonly value: string } | null> } };

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event as SubscriptionChange).catch(() => undefined));
});

async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? null;
  const subscription =
    newSubscription ??
    (applicationServerKey &&
      (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })));
  const token = await (self as Cookies).cookieStore?.get("csrftoken");
  if (!subscription || !token) return;
  const { endpoint = "", keys } = subscription.toJSON();
  await fetch("/json/users/me/web_push_devices", {
    method: "POST",
    headers: { "X-CSRFToken": token.value },
    body: new URLSearchParams({ endpoint, p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" }),
  });
}

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

async function show({ type, title, content, tag, url, icon, message_id }: Push): Promise<void> {
  const isCall = type === "call";
  if (type !== "test" && (await isTold(message_id))) return;
  const [shown] = await self.registration.getNotifications({ tag });
  const before = (shown?.data as NotificationData | undefined) ?? { message: undefined, lines: [] };
  // A push can arrive twice, because it is sent again if its response was lost.
  const isKnown = message_id !== undefined && before.message === message_id && before.rings !== true;
  const lines = isKnown ? before.lines : [...before.lines, content].slice(-MAX_LINES);
  const data: NotificationData = { url, message: message_id, rings: isCall, lines: isCall ? before.lines : lines };
  const body = isCall ? content : lines.join("\n");
  const silent = await isQuiet();
  const alerts = { silent, renotify: !isKnown && !silent, requireInteraction: isCall && !silent };
  const options = { body, tag, data, ...alerts, ...(icon && { icon }) };
  const organization = await (await caches.match("/organization-name"))?.text();
  await self.registration.showNotification(organization === undefined ? title : `${title} – ${organization}`, options);
  if (type === "test") for (const page of await pages()) page.postMessage({ arrived: type });
  // Not awaited, because on some systems without badges the promise never settles.
  void badge.setAppBadge?.().catch(() => undefined);
}

/**
 * True while the user doesn't want to be disturbed on this device. Browsers still require a notification for each push.
 */
const isQuiet = async (): Promise<boolean> =>
  Date.now() < Number((await (await caches.match("/quiet-until"))?.text()) ?? 0);

/** True if a client page is visible, or has already notified the user of the message. */
async function isTold(message: number | undefined): Promise<boolean> {
  const all = await pages();
  if (all.some(({ visibilityState }) => visibilityState === "visible")) return true;
  return (await Promise.all(all.map((page) => askPage(page, message)))).includes(true);
}

const askPage = (page: WindowClient, told: number | undefined): Promise<boolean> =>
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
