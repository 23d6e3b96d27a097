import "./sessions.css";
import { useEffect, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { tellError } from "../../../parts/error-text.ts";
import { Time } from "../../../parts/time.tsx";
import { sessionsWords } from "../../../words/settings-sessions-words.ts";
import { openLogOut } from "../../drafts/open-log-out.ts";

interface Session {
  readonly id: number;
  readonly client: string;
  readonly created_at: number;
  readonly current: boolean;
}

/** This browser first, then the latest login. */
const byUse = (one: Session, other: Session) =>
  Number(other.current) - Number(one.current) || other.created_at - one.created_at;

/** The browsers in which the account is logged in, each of which can be logged out from here. */
export function Sessions() {
  const client = useClient();
  const [sessions, setSessions] = useState<readonly Session[]>([]);
  const w = sessionsWords();
  const failed = (error: unknown) => tellError(client, error);
  const load = () =>
    client.api
      .get<{ sessions: Session[] }>("/users/me/sessions")
      .then((reply) => setSessions(reply.sessions.sort(byUse)), failed);
  useEffect(() => void load(), []);
  const end = async (path: string) => {
    try {
      await client.api.delete(path);
      client.toast({ text: w.ended });
      await load();
    } catch (error) {
      failed(error);
    }
  };
  return (
    <section class="setting-group">
      <ul>
        {sessions.map((session) => (
          <li key={session.id} class="session">
            <div>
              <p>{session.client}</p>
              <p class="settings-note">
                {session.current ? (
                  w.thisSession
                ) : (
                  <>
                    {w.since} <Time at={session.created_at} as="day" />
                  </>
                )}
              </p>
            </div>
            {session.current ? (
              <Button onClick={() => void openLogOut(client)}>{w.logOut}</Button>
            ) : (
              <Button onClick={() => void end(`/users/me/sessions/${session.id}`)}>{w.endSession}</Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div>
          <Button onClick={() => void end("/users/me/sessions")}>{w.rows.endOthers}</Button>
        </div>
      )}
    </section>
  );
}
