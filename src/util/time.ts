declare const unit: unique symbol;
type Time<Unit extends string> = number & { readonly [unit]: Unit };

/** A time since 1970 or a duration, in seconds: the protocol's unit. */
export type Seconds = Time<"seconds">;
/** A time since 1970 or a duration, in milliseconds: the unit of clocks and timers. */
export type Milliseconds = Time<"milliseconds">;

/** A number without a unit, so that a value in seconds can't be passed as milliseconds. */
type Unitless = number & { readonly [unit]?: never };

export const seconds: (value: Unitless) => Seconds = (value: number) => value as Seconds;
export const milliseconds: (value: Unitless) => Milliseconds = (value: number) => value as Milliseconds;

export const MINUTE = seconds(60);
export const HOUR = seconds(3600);
export const DAY = seconds(86_400);
/** Days since 1970, in UTC. */
export const dayOf = (time: Seconds): number => Math.floor(time / DAY);
export const hours = (count: number): Seconds => seconds(count * HOUR);
export const days = (count: number): Seconds => seconds(count * DAY);

export const MINUTE_MS = milliseconds(60_000);
export const HOUR_MS = milliseconds(3_600_000);
export const DAY_MS = milliseconds(86_400_000);

export const inMilliseconds = (time: Seconds): Milliseconds => milliseconds(time * 1000);
export const inSeconds = (time: Milliseconds): Seconds => seconds(time / 1000);
/** Drops the fraction, as the protocol does for most times. */
export const toWholeSeconds = (time: Milliseconds): Seconds => seconds(Math.floor(time / 1000));
/** A time in Markdown, which clients show in the reader's time zone. */
export const timeMarkup = (time: Seconds): string => `<time:${new Date(inMilliseconds(time)).toISOString()}>`;

export const after = <T extends Seconds | Milliseconds>(time: T, duration: NoInfer<T>): T => (time + duration) as T;
export const before = <T extends Seconds | Milliseconds>(time: T, duration: NoInfer<T>): T => (time - duration) as T;

/** True for a date like `2026-02-28`. `Date.parse` converts February 30 to March 2. */
export function isCalendarDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

interface Timing<T> {
  /** Runs a callback after a delay. Can return a function that cancels the delay. */
  readonly after: (ms: Milliseconds, act: () => void) => (() => void) | undefined;
  readonly late?: (value: T) => void;
}

export function withTimeout<T>(
  ms: Milliseconds,
  coming: Promise<T>,
  { after, late = () => {} }: Timing<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const cancel = after(ms, () => {
      isOver = true;
      reject(new Error(`no answer within ${ms} ms`));
    });
    coming.then(
      (value) => {
        cancel?.();
        if (isOver) late(value);
        else resolve(value);
      },
      (error) => {
        cancel?.();
        reject(error);
      },
    );
  });
}
