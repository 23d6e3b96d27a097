import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type {
  authMethodsWords,
  moderationWords,
  organizationPermissionsWords,
} from "../../../settings/organization/organization-permissions.ts";
import { days, hours, isolated, minutes } from "../../grammar.ts";

export const organizationPermissions: Translation<typeof organizationPermissionsWords> = {
  rows: {
    invite_required: "الانضمام بدعوة فقط",
    can_invite_users_group: "من يمكنه دعوة أشخاص بالبريد الإلكتروني",
    create_multiuse_invite_group: "من يمكنه إنشاء روابط دعوة",
    emails_restricted_to_domains: "تقييد نطاقات بريد الأشخاص الجدد",
    disallow_disposable_email_addresses: "منع عناوين البريد المؤقتة",
    waiting_period_threshold: "فترة الانتظار قبل العضوية الكاملة (بالأيام)",
    can_create_public_channel_group: "من يمكنه إنشاء قنوات عامة",
    can_create_private_channel_group: "من يمكنه إنشاء قنوات خاصة",
    can_create_web_public_channel_group: "من يمكنه إنشاء قنوات عامة على الويب",
    can_add_subscribers_group: "من يمكنه إضافة أشخاص إلى القنوات",
    topics_policy: "رسائل دون موضوع",
    can_set_topics_policy_group: "من يمكنه السماح بالرسائل دون موضوع في قناة أو جعلها إلزامية",
    can_resolve_topics_group: "من يمكنه تحديد المواضيع كمحلولة",
    can_move_messages_between_topics_group: "من يمكنه نقل الرسائل إلى موضوع آخر",
    move_messages_within_stream_limit_seconds: "مهلة نقل الرسائل إلى موضوع آخر",
    can_move_messages_between_channels_group: "من يمكنه نقل الرسائل إلى قناة أخرى",
    move_messages_between_streams_limit_seconds: "مهلة نقل الرسائل إلى قناة أخرى",
    allow_message_editing: "السماح بتعديل الرسائل",
    message_content_edit_limit_seconds: "مهلة تعديل الرسائل",
    message_edit_history_visibility_policy: "إظهار سجل تعديلات الرسائل",
    can_delete_own_message_group: "من يمكنه حذف رسائله",
    message_content_delete_limit_seconds: "مهلة حذف الرسائل",
    can_delete_any_message_group: "من يمكنه حذف أي رسالة",
    can_set_delete_message_policy_group: "من يمكنه تغيير من يحذف الرسائل في قناة",
    can_mention_many_users_group: "من يمكنه إشعار الجميع في قناة كبيرة",
    can_summarize_topics_group: "من يمكنه تلخيص المواضيع",
    direct_message_permission_group: "من يمكنه استخدام الرسائل المباشرة",
    direct_message_initiator_group: "من يمكنه بدء رسائل مباشرة",
    can_create_groups: "من يمكنه إنشاء مجموعات",
    can_manage_all_groups: "من يمكنه إدارة كل المجموعات",
    can_access_all_users_group: "من يمكنه رؤية الجميع في المؤسسة",
    enable_guest_user_indicator: "وضع علامة بجانب أسماء الضيوف",
    enable_guest_user_dm_warning: "التنبيه قبل مراسلة الضيوف",
    name_changes_disabled: "منع الأشخاص من تغيير أسمائهم",
    email_changes_disabled: "منع الأشخاص من تغيير عناوين بريدهم",
    avatar_changes_disabled: "منع الأشخاص من تغيير صورهم",
    require_unique_names: "اشتراط عدم تكرار الأسماء",
    enable_read_receipts: "إظهار من قرأ الرسالة",
    can_create_bots_group: "من يمكنه إنشاء أي نوع من البوتات",
    can_create_write_only_bots_group: "من يمكنه إنشاء بوتات ترسل الرسائل فقط",
    can_add_custom_emoji_group: "من يمكنه إضافة رموز تعبيرية مخصصة",
    can_manage_billing_group: "من يمكنه إدارة الفوترة",
    workplace_users_group: "من يُحتسب في الخطة المدفوعة",
  },
  hints: {
    invite_required: "عند الإيقاف، يمكن لكل من لديه الرابط الانضمام.",
    create_multiuse_invite_group: "يمكن لكل من يحصل على هذا الرابط الانضمام.",
    emails_restricted_to_domains: "لا يمكن لأصحاب العناوين الأخرى الانضمام، حتى بدعوة.",
    disallow_disposable_email_addresses: "كثيرًا ما يمكن لأي شخص قراءة البريد المرسل إلى هذه العناوين.",
    waiting_period_threshold: "يمكن قصر الصلاحيات على الأعضاء الكاملين. مع 0 يصبح الجميع كذلك فورًا.",
    can_create_web_public_channel_group: "يمكن لأي شخص على الإنترنت قراءة هذه القنوات دون حساب.",
    can_add_subscribers_group: "إلى القنوات التي ينتمون إليها، وإلى القنوات العامة.",
    can_set_topics_policy_group: "تلزمهم أيضًا صلاحية إدارة القناة.",
    can_move_messages_between_topics_group: "لا مهلة للمديرين والمشرفين.",
    can_delete_own_message_group: "من يمكنه حذف أي رسالة يمكنه أيضًا حذف رسائله.",
    can_delete_any_message_group: "تُحذف الرسائل نهائيًا لدى الجميع.",
    can_mention_many_users_group: `بالإشارة ${isolated("@all")} في قناة كثيرة الأعضاء.`,
    direct_message_permission_group:
      "يجب أن يشارك واحد منهم على الأقل. يؤدي اختيار «لا أحد» إلى إيقاف الرسائل المباشرة.",
    direct_message_initiator_group: "يمكن للآخرين الرد.",
    can_manage_all_groups: "بما في ذلك المجموعات التي لم ينشئوها ولا ينتمون إليها.",
    can_access_all_users_group: "الضيوف دون هذه الصلاحية لا يرون إلا من يشاركونهم القنوات والمحادثات.",
    name_changes_disabled: "يبقى التغيير ممكنًا للمديرين.",
    email_changes_disabled: "يبقى التغيير ممكنًا للمديرين.",
    avatar_changes_disabled: "يبقى التغيير ممكنًا للمديرين.",
    enable_read_receipts: "يمكن لكل شخص إخفاء ما قرأه.",
  },
  parts: {
    joining: "الانضمام",
    channels: "القنوات",
    topics: "المواضيع",
    messages: "الرسائل",
    direct: "الرسائل المباشرة",
    groups: "المجموعات",
    people: "الأشخاص والخصوصية",
    bots: "أخرى",
  },
  topics: {
    allow_empty_topic: "مسموحة (تُرسَل إلى general chat)",
    disable_empty_topic: "غير مسموحة (الموضوع مطلوب)",
  },
  histories: {
    all: "التعديلات وعمليات النقل",
    moves: "عمليات النقل فقط",
    none: "لا شيء",
  },
  noLimit: "دون حد",
  custom: "مدة مخصصة…",
  minutes: "الدقائق",
  duration: (count) =>
    count % (7 * 24 * 60) === 0
      ? plural(count / (7 * 24 * 60), {
          zero: "# أسبوع",
          one: "أسبوع واحد",
          two: "أسبوعان",
          few: "# أسابيع",
          many: "# أسبوعًا",
          other: "# أسبوع",
        })
      : count % (24 * 60) === 0
        ? days(count / (24 * 60))
        : count % 60 === 0
          ? hours(count / 60)
          : minutes(count),
  domains: "النطاقات المسموح بها",
  domain: "النطاق",
  domainHint: "مثل harbour.example.",
  addDomain: "إضافة نطاق",
  subdomains: "تضمين النطاقات الفرعية",
  withSubdomains: (domain) => `${isolated(domain)} مع النطاقات الفرعية`,
  domainRemoved: (domain) => `تمت إزالة ${isolated(domain)}`,
  lastDomain: "هذا آخر نطاق. بعد إزالته يمكن الانضمام بعنوان من أي نطاق.",
  removeDomain: (domain) => `إزالة ${isolated(domain)}`,
  noDomains: "لا توجد نطاقات بعد. تجب إضافة نطاق واحد على الأقل قبل التفعيل.",
};

export const moderation: Translation<typeof moderationWords> = {
  rows: { moderation_request_channel_id: "قناة البلاغات" },
  reports: "البلاغات",
  lead: "يمكن لأي شخص الإبلاغ عن رسالة من قائمتها. تُنشر البلاغات في القناة المختارة.",
  channelHint: "قناة خاصة للمشرفين.",
  noChannel: "دون قناة",
  off: "الإبلاغ متوقف حتى يتم اختيار قناة.",
  reported: "البلاغات الأخيرة",
  reportedHint: "البلاغات عن الشخص نفسه لها موضوع واحد. عند الانتهاء يُحدَّد الموضوع كمحلول.",
  none: "لا توجد بلاغات بعد",
};

export const authMethods: Translation<typeof authMethodsWords> = {
  rows: {
    authentication_methods: "طرق تسجيل الدخول",
    second_factor_required_role: "من يجب عليه استخدام مفتاح مرور أو المصادقة الثنائية",
  },
  moreThanPassword: "المصادقة الثنائية",
  secondFactorHint: "تسري أيضًا على الدخول عبر خدمة أخرى. من ليس لديه أي منهما يُعِدّ إحداهما عند دخوله التالي.",
  title: "طرق تسجيل الدخول",
  hint: "كيف يمكن الدخول إلى هذه المؤسسة.",
  methods: {
    dev: {
      label: "دخول التطوير",
      hint: "دون كلمة مرور، على هذا الحاسوب فقط. لتجربة الخادم.",
    },
    email: {
      label: "البريد الإلكتروني وكلمة المرور",
      hint: "يلزم أيضًا لإعادة تعيين كلمات المرور بالبريد وللحصول على مفاتيح API.",
    },
    openId: {
      label: "OpenID Connect",
      hint: "بحساب لدى المزوّد الذي أعدّه مدير الخادم.",
    },
  },
  unavailable: "غير مُعدّة على هذا الخادم. يمكن سؤال مدير الخادم.",
  last: "تلزم طريقة دخول واحدة على الأقل.",
  offTitle: (name) => `إيقاف الدخول عبر ${isolated(name)}؟`,
  offText: "يبقى من دخلوا بهذه الطريقة مسجّلين. في المرة القادمة تلزمهم طريقة أخرى.",
  offAction: "إيقاف",
};
