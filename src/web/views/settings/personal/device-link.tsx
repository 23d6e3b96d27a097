import { useEffect, useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { devicesWords } from "../../../words/settings/own/login-security.ts";
import { attemptWithLogin } from "../../reauthentication/with-fresh-login.tsx";

interface DeviceLink {
  readonly qr: { readonly size: number; readonly path: string };
}

interface Session {
  readonly id: number;
  readonly client: string;
}

/** Interval of checks whether the code was used. There is no event for that. */
const LOOK_MS = 2000;
const VALID_SECONDS = 60;

const sessionsOf = async (client: Client) =>
  (await client.api.get<{ sessions: readonly Session[] }>("/users/me/sessions")).sessions;

interface ShownCode {
  readonly link: DeviceLink;
  /** The sessions that existed when the code was created. A new one belongs to the device that used the code. */
  readonly before: readonly Session[];
}

const showCode = (client: Client): Promise<ShownCode | undefined> =>
  attemptWithLogin(client, async () => ({
    link: await client.api.post<DeviceLink>("/users/me/device_link"),
    before: await sessionsOf(client),
  }));

/** Shows a QR code that logs another device in. */
export async function openDeviceLink(client: Client, onUsed: () => void): Promise<void> {
  const shown = await showCode(client);
  if (shown !== undefined) client.show(<DeviceLinkDialog first={shown} onUsed={onUsed} />);
}

function DeviceLinkDialog({ first, onUsed }: { readonly first: ShownCode; readonly onUsed: () => void }) {
  const client = useClient();
  const [shown, setShown] = useState(first);
  const [left, setLeft] = useState(VALID_SECONDS);
  const [used, setUsed] = useState<Session>();
  const w = devicesWords().link;
  useEffect(() => {
    if (used !== undefined) return;
    // This device's clock may be wrong, so the time is counted from the code's arrival.
    const shownAt = performance.now();
    setLeft(VALID_SECONDS);
    const count = setInterval(
      () => setLeft(Math.max(0, VALID_SECONDS - Math.floor((performance.now() - shownAt) / 1000))),
      1000,
    );
    const known = new Set(shown.before.map(({ id }) => id));
    const look = setInterval(async () => {
      const found = (await sessionsOf(client).catch(() => [])).find(({ id }) => !known.has(id));
      if (found === undefined) return;
      setUsed(found);
      onUsed();
    }, LOOK_MS);
    return () => {
      clearInterval(count);
      clearInterval(look);
    };
  }, [shown, used, client, onUsed]);
  const another = async () => {
    const next = await showCode(client);
    if (next === undefined) return;
    setUsed(undefined);
    setShown(next);
  };
  const { size, path } = shown.link.qr;
  const isOver = left === 0 && used === undefined;
  return (
    <Dialog title={w.title} size="s">
      {used === undefined && !isOver && (
        <>
          <p>{w.scan}</p>
          <svg class="second-factor-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={w.qr}>
            <path d={path} />
          </svg>
          <p class="settings-note" role="timer">
            {w.left(left)}
          </p>
        </>
      )}
      <p role="status">{used === undefined ? isOver && w.expired : w.used(used.client)}</p>
      <Button run={another}>{w.another}</Button>
    </Dialog>
  );
}
