import type { Translation } from "../../../catalog.ts";
import { number } from "../../../format.ts";
import type {
  authMethodsWords,
  moderationWords,
  organizationPermissionsWords,
} from "../../../settings/organization/organization-permissions.ts";

export const organizationPermissions: Translation<typeof organizationPermissionsWords> = {
  rows: {
    invite_required: "参加には招待が必要",
    can_invite_users_group: "メールで招待できる人",
    create_multiuse_invite_group: "招待リンクを作成できる人",
    emails_restricted_to_domains: "新しいメンバーのメールドメインを制限",
    disallow_disposable_email_addresses: "使い捨てメールアドレスを禁止",
    waiting_period_threshold: "フルメンバーになるまでの待機期間（日数）",
    can_create_public_channel_group: "公開チャンネルを作成できる人",
    can_create_private_channel_group: "プライベートチャンネルを作成できる人",
    can_create_web_public_channel_group: "ウェブ公開チャンネルを作成できる人",
    can_add_subscribers_group: "チャンネルにメンバーを追加できる人",
    topics_policy: "トピックのないメッセージ",
    can_set_topics_policy_group: "チャンネルでトピックのないメッセージの許可または必須を設定できる人",
    can_resolve_topics_group: "トピックを解決済みにできる人",
    can_move_messages_between_topics_group: "メッセージを別のトピックに移動できる人",
    move_messages_within_stream_limit_seconds: "別のトピックへの移動の制限時間",
    can_move_messages_between_channels_group: "メッセージを別のチャンネルに移動できる人",
    move_messages_between_streams_limit_seconds: "別のチャンネルへの移動の制限時間",
    allow_message_editing: "メッセージの編集を許可",
    message_content_edit_limit_seconds: "メッセージの編集の制限時間",
    message_edit_history_visibility_policy: "メッセージの編集履歴を表示",
    can_delete_own_message_group: "自分のメッセージを削除できる人",
    message_content_delete_limit_seconds: "メッセージの削除の制限時間",
    can_delete_any_message_group: "すべてのメッセージを削除できる人",
    can_set_delete_message_policy_group: "チャンネルでメッセージを削除できる人を変更できる人",
    can_mention_many_users_group: "大きなチャンネルの全員に通知できる人",
    can_summarize_topics_group: "トピックを要約できる人",
    direct_message_permission_group: "ダイレクトメッセージを使える人",
    direct_message_initiator_group: "ダイレクトメッセージを始められる人",
    can_create_groups: "グループを作成できる人",
    can_manage_all_groups: "すべてのグループを管理できる人",
    can_access_all_users_group: "組織の全員を見られる人",
    enable_guest_user_indicator: "名前の横にゲストの印を表示",
    enable_guest_user_dm_warning: "ゲストへのメッセージの前に警告",
    name_changes_disabled: "名前の変更を禁止",
    email_changes_disabled: "メールアドレスの変更を禁止",
    avatar_changes_disabled: "画像の変更を禁止",
    require_unique_names: "名前の重複を禁止",
    enable_read_receipts: "メッセージを読んだ人を表示",
    can_create_bots_group: "すべての種類のボットを作成できる人",
    can_create_write_only_bots_group: "メッセージ送信専用のボットを作成できる人",
    can_add_custom_emoji_group: "カスタム絵文字を追加できる人",
    can_manage_billing_group: "請求を管理できる人",
    workplace_users_group: "有料プランの対象になる人",
  },
  hints: {
    invite_required: "オフにすると、URL を知っている人は誰でも参加できます。",
    create_multiuse_invite_group: "リンクを受け取った人は誰でも参加できます。",
    emails_restricted_to_domains: "ほかのアドレスの人は、招待されていても参加できません。",
    disallow_disposable_email_addresses: "このようなアドレスへのメールは、多くの場合、誰でも読めます。",
    waiting_period_threshold: "権限をフルメンバーに限定できます。0 にすると、全員がすぐにフルメンバーになります。",
    can_create_web_public_channel_group: "これらのチャンネルは、インターネット上の誰でもアカウントなしで閲覧できます。",
    can_add_subscribers_group: "自分が参加しているチャンネルと、公開チャンネルが対象です。",
    can_set_topics_policy_group: "チャンネルを管理する権限も必要です。",
    can_move_messages_between_topics_group: "管理者とモデレーターには制限時間がありません。",
    can_delete_own_message_group: "すべてのメッセージを削除できる人は、自分のメッセージも削除できます。",
    can_delete_any_message_group: "メッセージは全員の画面から完全に削除されます。",
    can_mention_many_users_group: "メンバーの多いチャンネルで @all を使う場合です。",
    direct_message_permission_group:
      "該当する人が少なくとも 1 人参加している必要があります。「なし」にすると、ダイレクトメッセージが無効になります。",
    direct_message_initiator_group: "ほかの人も返信はできます。",
    can_manage_all_groups: "自分が作成していないグループや、参加していないグループも含みます。",
    can_access_all_users_group: "この権限のないゲストには、同じチャンネルや会話にいる人だけが表示されます。",
    name_changes_disabled: "管理者は引き続き変更できます。",
    email_changes_disabled: "管理者は引き続き変更できます。",
    avatar_changes_disabled: "管理者は引き続き変更できます。",
    enable_read_receipts: "各自で既読を非表示にすることもできます。",
  },
  parts: {
    joining: "参加",
    channels: "チャンネル",
    topics: "トピック",
    messages: "メッセージ",
    direct: "ダイレクトメッセージ",
    groups: "グループ",
    people: "メンバーとプライバシー",
    bots: "その他",
  },
  topics: {
    allow_empty_topic: "許可（general chat に送信）",
    disable_empty_topic: "不許可（トピックが必須）",
  },
  histories: {
    all: "編集と移動",
    moves: "移動のみ",
    none: "表示しない",
  },
  noLimit: "制限なし",
  custom: "カスタム…",
  minutes: "分",
  duration: (minutes) =>
    minutes % (7 * 24 * 60) === 0
      ? `${number(minutes / (7 * 24 * 60))} 週間`
      : minutes % (24 * 60) === 0
        ? `${number(minutes / (24 * 60))} 日`
        : minutes % 60 === 0
          ? `${number(minutes / 60)} 時間`
          : `${number(minutes)} 分`,
  domains: "許可するドメイン",
  domain: "ドメイン",
  domainHint: "例：harbour.example",
  addDomain: "ドメインを追加",
  subdomains: "サブドメインを含める",
  withSubdomains: (domain) => `${domain}（サブドメインを含む）`,
  domainRemoved: (domain) => `${domain} を外しました`,
  lastDomain: "これは最後のドメインです。外すと、どのドメインのアドレスでも参加できるようになります。",
  removeDomain: (domain) => `${domain} を外す`,
  noDomains: "ドメインはまだありません。オンにする前に、少なくとも 1 つ追加してください。",
};

export const moderation: Translation<typeof moderationWords> = {
  rows: { moderation_request_channel_id: "報告用のチャンネル" },
  reports: "報告",
  lead: "誰でもメッセージのメニューから報告できます。報告は、選択したチャンネルに投稿されます。",
  channelHint: "モデレーター用のプライベートチャンネルです。",
  noChannel: "チャンネルなし",
  off: "チャンネルを選択するまで、報告機能はオフです。",
  reported: "最近の報告",
  reportedHint: "同じ人に関する報告は 1 つのトピックにまとまります。対応が終わったら解決済みにしてください。",
  none: "報告はまだありません",
};

export const authMethods: Translation<typeof authMethodsWords> = {
  rows: {
    authentication_methods: "ログイン方法",
    second_factor_required_role: "パスキーまたは 2 要素認証が必須の人",
  },
  moreThanPassword: "2 要素認証",
  secondFactorHint:
    "別のサービスでのログインにも適用されます。どちらも設定していない人は、次回のログイン時に設定します。",
  title: "ログイン方法",
  hint: "この組織にログインする方法です。",
  methods: {
    dev: {
      label: "開発用ログイン",
      hint: "このコンピューターでのみ、パスワードなしでログインできます。サーバーを試すためのものです。",
    },
    email: {
      label: "メールアドレスとパスワード",
      hint: "メールでのパスワードの再設定と、API キーの取得にも必要です。",
    },
    openId: {
      label: "OpenID Connect",
      hint: "サーバー管理者が設定したプロバイダーのアカウントを使います。",
    },
  },
  unavailable: "このサーバーでは設定されていません。サーバー管理者に問い合わせてください。",
  last: "ログイン方法が少なくとも 1 つ必要です。",
  offTitle: (name) => `${name} でのログインをオフにしますか？`,
  offText: "この方法でログイン中の人はログインしたままです。次回からは別のログイン方法が必要になります。",
  offAction: "オフにする",
};
