import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Member, RoomState } from "./frames.ts";

export class CallMembers {
  readonly #all = signal<readonly Member[]>([]);
  readonly #me = signal(0);
  readonly #screens = signal<readonly number[]>([]);
  /** All members, including this device. */
  readonly all: ReadonlySignal<readonly Member[]> = this.#all;
  /** This device's member number, or 0 until the room has let it in. */
  readonly me: ReadonlySignal<number> = this.#me;
  readonly others = computed(() => this.#all.value.filter(({ id }) => id !== this.#me.value));
  /** Numbers of the other members sharing a screen, newest last. */
  readonly screens: ReadonlySignal<readonly number[]> = this.#screens;

  find(id: number): Member | undefined {
    return this.#all.value.find((one) => one.id === id);
  }

  /** Replaces the members with the room's list. Returns who joined or left while the room couldn't be reached. */
  replace({ me, members }: RoomState): { readonly joined: readonly Member[]; readonly gone: readonly Member[] } {
    const before = this.#me.value === 0 ? members : this.#all.value;
    this.#me.value = me;
    this.#all.value = members;
    this.#screens.value = members.filter(({ id, screen }) => screen && id !== me).map(({ id }) => id);
    const isIn = (some: readonly Member[], user: number) => some.some(({ user_id }) => user_id === user);
    return {
      joined: members.filter(({ user_id }) => !isIn(before, user_id)),
      gone: before.filter(({ user_id }) => !isIn(members, user_id)),
    };
  }

  add(member: Member): void {
    this.#all.value = [...this.#all.value.filter(({ id }) => id !== member.id), member];
  }

  remove(id: number): Member | undefined {
    const member = this.find(id);
    this.#all.value = this.#all.value.filter((one) => one.id !== id);
    this.#screens.value = this.#screens.value.filter((one) => one !== id);
    return member;
  }

  change(id: number, changed: Partial<Member>): Member | undefined {
    const before = this.find(id);
    this.#all.value = this.#all.value.map((one) => (one.id === id ? { ...one, ...changed } : one));
    const now = this.find(id);
    const others = this.#screens.value.filter((one) => one !== id);
    if (id !== this.#me.value && now?.screen !== before?.screen)
      this.#screens.value = now?.screen ? [...others, id] : others;
    return now;
  }
}
