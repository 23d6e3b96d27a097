/** The part of the package that the tests use. The package has no types of its own. */
declare module "zulip-js" {
  type Params = Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a reply, as JSON; the tests say what is in it
  type Call<P = Params | undefined> = (params?: P) => Promise<any>;

  interface Client {
    config: { username: string; apiKey: string };
    // biome-ignore lint/suspicious/noExplicitAny: a reply, as JSON; the tests say what is in it
    callEndpoint(path: string, method?: string, params?: Params): Promise<any>;
    // biome-ignore lint/suspicious/noExplicitAny: an event, as JSON; the tests say what is in it
    callOnEachEvent(callback: (event: any) => void, types?: string[]): Promise<never>;
    accounts: { retrieve: Call };
    streams: {
      retrieve: Call;
      getStreamId: Call<Params | string>;
      subscriptions: { retrieve: Call };
      topics: { retrieve: Call };
      deleteById: Call;
    };
    messages: {
      retrieve: Call;
      send: Call;
      render: Call<Params | string>;
      update: Call;
      flags: { add: Call; remove: Call };
      getById: Call;
      getHistoryById: Call;
      deleteReactionById: Call;
      deleteById: Call;
    };
    queues: { register: Call; deregister: Call };
    // biome-ignore lint/suspicious/noExplicitAny: a reply, as JSON; the tests say what is in it
    events: { retrieve(asked: { queue_id: string; last_event_id: number }): Promise<any> };
    users: {
      retrieve: Call;
      create: Call;
      me: { getProfile: Call; subscriptions: { add: Call; remove: Call }; alertWords: { retrieve: Call } };
    };
    emojis: { retrieve: Call };
    typing: { send: Call };
    reactions: { add: Call; remove: Call };
    server: { settings: Call };
    filters: { retrieve: Call };
  }

  export default function zulip(
    config: { zuliprc: string } | { username: string; realm: string; password?: string; apiKey?: string },
  ): Promise<Client>;
}
