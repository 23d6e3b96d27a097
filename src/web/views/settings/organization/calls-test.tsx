import { useEffect, useState } from "preact/hooks";
import { NoDevice, stopStream, takeMicrophone } from "../../../client/calls/devices.ts";
import { tryLoop } from "../../../client/calls/try-loop.ts";
import { type Client, useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { callsWords } from "../../../words/calls.ts";
import { callsTestWords } from "../../../words/settings/organization/organization-profile.ts";
import { attempt } from "../../attempt.ts";
import { Level } from "../../calls/level.tsx";
import { useIsOpen } from "../../use-is-open.ts";
import { SettingGroup } from "../rows/setting-row.tsx";

interface Servers {
  readonly ice_servers: readonly RTCIceServer[];
  readonly has_relay: boolean;
  readonly media_server: "none" | "ok" | "away";
}

interface Tried extends Servers {
  readonly isReached: boolean;
}

/** Tests this device's microphone and the call servers, and explains what works. */
export function CallsTest() {
  const w = callsTestWords();
  const client = useClient();
  const [microphone, setMicrophone] = useState<MediaStream | NoDevice>();
  const [tried, setTried] = useState<Tried>();
  const stream = microphone instanceof MediaStream ? microphone : undefined;
  useEffect(() => () => stopStream(stream), [stream]);
  const isOpen = useIsOpen();
  const run = async () => {
    setTried(undefined);
    await Promise.all([
      takeMicrophone().then((found) => (isOpen.current ? setMicrophone(found) : stopStream(found)), setMicrophone),
      attempt(client, async () => setTried(await tryServers(client))),
    ]);
  };
  return (
    <SettingGroup title={w.title} hint={w.hint}>
      <div class="settings-actions">
        {stream === undefined ? (
          <Button run={run}>{w.rows.start}</Button>
        ) : (
          <Button onClick={() => setMicrophone(undefined)}>{w.stop}</Button>
        )}
      </div>
      {stream !== undefined && <Level stream={stream} />}
      <ul class="calls-test" aria-live="polite">
        {stream !== undefined && <li>{w.mic}</li>}
        {microphone instanceof NoDevice && <li>{callsWords().problems[microphone.problem]}</li>}
        {tried !== undefined && (
          <>
            <li>
              {tried.has_relay
                ? tried.isReached
                  ? w.relayed
                  : w.relayFailed
                : tried.isReached
                  ? w.direct
                  : w.directFailed}
            </li>
            <li>{w.media[tried.media_server]}</li>
          </>
        )}
      </ul>
    </SettingGroup>
  );
}

async function tryServers(client: Client): Promise<Tried> {
  const servers = await client.api.post<Servers>("/calls/test", {});
  return { ...servers, isReached: await tryLoop(servers.ice_servers, servers.has_relay) };
}
