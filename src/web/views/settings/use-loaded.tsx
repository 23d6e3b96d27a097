import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type EventOfType, useClient } from "../../client/client.ts";
import type { ServerEvent } from "../../model/event.ts";
import { Button } from "../../parts/button.tsx";
import { errorText } from "../../parts/error-text.ts";
import { Skeleton } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";

/** Data that a section loads from the server: loaded, loading, or refused. */
interface LoadedData<Value> {
  readonly value: Value | undefined;
  readonly error: string | undefined;
  /** Reloads the data. Until then, the previous value is shown. Replies to earlier requests are ignored. */
  readonly load: () => Promise<void>;
  readonly isLoading: () => boolean;
  readonly change: (change: (value: Value) => Value) => void;
}

interface Hearing<Value, Type extends ServerEvent["type"]> {
  readonly type: Type;
  readonly follow: (value: Value, event: EventOfType<Type>) => Value;
}

/**
 * Loads data that isn't part of the state when a section is first shown. Events of the type in `heard` update the data
 * with `follow`. The data is reloaded when such events may have been missed.
 */
export function useLoaded<Value, Type extends ServerEvent["type"]>(
  ask: () => Promise<Value>,
  heard?: Hearing<Value, Type>,
): LoadedData<Value> {
  const client = useClient();
  const [value, setValue] = useState<Value>();
  const [error, setError] = useState<string>();
  /**
   * Events that arrived since the newest request whose reply hasn't arrived. The reply may not include their changes.
   */
  const pending = useRef<EventOfType<Type>[] | undefined>(undefined);
  const load = async () => {
    const events: EventOfType<Type>[] = [];
    pending.current = events;
    try {
      let reply: Value = await ask();
      if (pending.current !== events) return;
      pending.current = undefined;
      for (const event of events) reply = heard?.follow(reply, event) ?? reply;
      setValue(reply);
      setError(undefined);
    } catch (reason) {
      if (pending.current !== events) return;
      pending.current = undefined;
      setError(errorText(reason));
    }
  };
  const change = (next: (value: Value) => Value) => {
    // A pending reply may be older than this change, and is ignored.
    pending.current = undefined;
    setValue((now) => (now === undefined ? now : next(now)));
  };
  useEffect(() => {
    void load();
    if (heard === undefined) return undefined;
    return client.listen(heard.type, (event) => {
      if (event === undefined) {
        void load();
        return;
      }
      pending.current?.push(event);
      setValue((now) => (now === undefined ? now : heard.follow(now, event)));
    });
  }, []);
  return { value, error, load, isLoading: () => pending.current !== undefined, change };
}

interface WhenLoadedProps<Value> {
  readonly of: LoadedData<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Renders data once it is loaded. Until then, shows a placeholder, or the error with a button for retrying. */
export function WhenLoaded<Value>({ of: { value, error, load }, children }: WhenLoadedProps<Value>) {
  if (value !== undefined) return <>{children(value)}</>;
  if (error === undefined) return <Skeleton of="fields" />;
  return (
    <div class="settings-failed" role="alert">
      <p>{error}</p>
      <Button onClick={() => void load()}>{appWords().retry}</Button>
    </div>
  );
}
