import type { Translation } from "../../../catalog.ts";
import type {
  alertWordsWords,
  mutedUsersWords,
  notificationSettingsWords,
  pushDevicesWords,
  topicSettingsWords,
} from "../../../settings/own/notifications.ts";

export const notificationSettings: Translation<typeof notificationSettingsWords> = {
  rows: {
    directs: "ダイレクトメッセージとメンション",
    followed: "フォロー中のトピック",
    channels: "参加チャンネルのその他のトピック",
    byChannel: "チャンネル別の設定",
    permission: "ブラウザーの通知",
    test: "試してみる",
    quiet: "おやすみモード",
    notification_sound: "サウンド",
    pm_content_in_desktop_notifications: "ダイレクトメッセージの内容を表示",
    enable_call_ringing: "着信時に呼び出し音を鳴らす",
    enable_online_push_notifications: "ここでアクティブなときもプッシュ通知を送信",
    email_notifications_batching_period_seconds: "メール送信までの時間",
    message_content_in_email_notifications: "メールにメッセージの内容を含める",
    realm_name_in_email_notifications_policy: "件名に組織名を含める",
    enable_digest_emails: "不在時の週刊ダイジェスト",
    enable_login_emails: "自分のアカウントへの新しいログイン",
  },
  hints: {
    pm_content_in_desktop_notifications: "ほかの人に画面を見られる可能性があります。",
    enable_call_ringing: "オフにすると、どの端末でも通話は通常のメッセージと同じ扱いになります。",
    email_notifications_batching_period_seconds: "その間に読んだメッセージは含まれません。",
    enable_digest_emails: "組織がこのメールを送信している場合に届きます。",
    enable_login_emails: "ほかの人によるログインに気づけます。",
  },
  options: {
    notification_sound: { parley: "Parley", zulip: "2 音", ding: "ベル", none: "なし" },
    email_notifications_batching_period_seconds: {
      120: "2 分",
      300: "5 分",
      600: "10 分",
      1800: "30 分",
      3600: "1 時間",
      21600: "6 時間",
      86400: "1 日",
    },
    realm_name_in_email_notifications_policy: { 1: "複数の組織に参加している場合", 2: "常に", 3: "しない" },
  },
  what: "通知する内容",
  ways: { desktop: "PC", sound: "サウンド", push: "プッシュ", email: "メール", wildcard: "@all" },
  wildcardHint: "@all：@all メンションを自分へのメンションとして扱います。",
  channelsHint: "上の設定より優先されます。",
  noChannels: "すべてのチャンネルに上の設定が適用されています。",
  addChannel: "チャンネルを個別に設定",
  reset: (name) => `${name} をデフォルトに戻す`,
  device: "このデバイス",
  isOn: "オン",
  isBlocked: "ブラウザーがこのサイトの通知をブロックしています。サイトの設定で許可してください。",
  isMissing: "このブラウザーは通知に対応していません。",
  tryTitle: "テスト通知",
  tryText: "誰か：こんにちは！",
  quietHint: "このデバイスの通知とサウンドを一時停止します。",
  quietFor: { off: "オフ", hour: "1 時間", morning: "明日の朝まで", always: "オフにするまで" },
  quietUntil: (when) => `${when} まで`,
  desktop: "デスクトップとサウンド",
  mobile: "プッシュ",
  email: "メール",
  topics: "トピック",
  words: "アラートワード",
};

export const pushDevices: Translation<typeof pushDevicesWords> = {
  rows: {
    on: "Parley を閉じていても、このブラウザーに通知",
    all: "プッシュ通知がオンのブラウザー",
  },
  onHint: "「プッシュ」で選択した内容が対象です。メッセージは暗号化されるため、プッシュサービスには読まれません。",
  impossible: "このブラウザーは、ページを閉じている間の通知を受け取れません。",
  installFirst: "iPhone や iPad では、まずこのページをホーム画面に追加し、そこから開いてください。",
  notHere: "このサーバーはブラウザーにプッシュ通知を送信しません。",
  refused:
    "プッシュ通知をオンにできませんでした。ブラウザーが許可していないか、プッシュサービスに接続できない可能性があります。",
  test: "テストを送信",
  tested: "テストを送信しました",
  gone: "このブラウザーには届かなくなったため、一覧から外しました",
  remove: "外す",
  removed: (name) => `${name} のプッシュ通知をオフにしました`,
  thisBrowser: "このブラウザー",
  since: "登録日",
  none: "ブラウザーはまだありません",
};

export const alertWords: Translation<typeof alertWordsWords> = {
  rows: {
    add: "新しいアラートワード",
  },
  addIt: "追加",
  hint: "これらの言葉を含むメッセージは、メンションと同じように通知されます。",
  none: "アラートワードはまだありません",
  remove: (word) => `${word} を外す`,
  removed: (word) => `アラートワード「${word}」を外しました。`,
};

export const mutedUsers: Translation<typeof mutedUsersWords> = {
  rows: {
    add: "人をミュート",
  },
  title: "ミュート中の人",
  hint: "この人たちのメッセージは表示されません。相手には通知されません。",
  none: "ミュート中の人はいません。",
  unmute: (name) => `${name} さんのミュートを解除`,
  since: "ミュートした日",
};

export const topicSettings: Translation<typeof topicSettingsWords> = {
  rows: {
    automatically_follow_topics_policy: "自動的にフォローするトピック",
    automatically_unmute_topics_in_muted_streams_policy: "ミュート中のチャンネルで自動的にミュートを解除するトピック",
    automatically_follow_topics_where_mentioned: "自分がメンションされたトピックを自動的にフォロー",
    resolved_topic_notice_auto_read_policy: "トピックの解決に関するお知らせを既読にする",
    yours: "自分のトピック",
  },
  hints: {},
  options: {
    automatically_follow_topics_policy: {
      1: "自分が参加したトピック",
      2: "自分がメッセージを送ったトピック",
      3: "自分が始めたトピック",
      4: "なし",
    },
    automatically_unmute_topics_in_muted_streams_policy: {
      1: "自分が参加したトピック",
      2: "自分がメッセージを送ったトピック",
      3: "自分が始めたトピック",
      4: "なし",
    },
    resolved_topic_notice_auto_read_policy: {
      always: "常に",
      except_followed: "フォロー中のトピックを除く",
      never: "しない",
    },
  },
  automatic: "自動",
  policies: { 0: "デフォルト", 1: "ミュート", 2: "ミュート解除", 3: "フォロー" },
  policyOf: (topic) => `${topic} の通知`,
  remove: (topic) => `${topic} をデフォルトに戻す`,
  none: "フォロー中またはミュート中のトピックはありません。",
  noneHint: "トピックのメニューからフォローまたはミュートできます。",
  find: "トピックを検索",
  notFound: "一致するトピックはありません",
};
