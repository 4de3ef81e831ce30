import { toRole } from '@portal/contract'
import type { RecordOf, SignInMethod, collections } from '@portal/contract'
import type { PersonalAlert } from '#domain/notifications/personal-alerts.ts'
import { noticeTexts } from './notice-texts.ts'

type User = RecordOf<typeof collections.users>
type Key = Parameters<ReturnType<typeof noticeTexts>>[0]
/**
 * A warning with a title and a message from the catalog. The message ends with `ending`: what to do if
 * another person did it.
 */
function warning(
  rule: string,
  title: Key,
  message: Key,
  values: Readonly<Record<string, string>>,
): PersonalAlert {
  return {
    rule,
    severity: 'WARNING',
    words: (language) => {
      const say = noticeTexts(language)
      return { title: say(title), message: say(message, { ...values, ending: say('ifNotYou') }) }
    },
  }
}

/** Alerts to a person about changes of their own account. Source: decision 0041. */
export const accountNotices = {
  newDevice: (address: string, method: SignInMethod): PersonalAlert => ({
    rule: 'new-device',
    severity: 'WARNING',
    words: (language) => {
      const say = noticeTexts(language)
      return {
        title: say('newDevice'),
        message: say('newDeviceBy', { address, method: say(`method-${method}`), ending: say('ifNotYou') }),
      }
    },
  }),
  passkeyAdded: (name: string) => warning('passkey-added', 'passkeyAdded', 'passkeyAddedAs', { name }),
  passkeyRemoved: (name: string) =>
    warning('passkey-removed', 'passkeyRemoved', 'passkeyRemovedAs', { name }),
  microsoftLinked: (name: string) =>
    warning('microsoft-linked', 'microsoftLinked', 'microsoftLinkedAs', { name }),
  linkMade: (maker: string) => warning('link-made', 'linkMade', 'linkMadeBy', { maker }),
  linkMadeByOperator: (name: string) => warning('link-made', 'linkMade', 'linkMadeByOperator', { name }),
  linkUsed: (address: string) => warning('link-used', 'linkUsed', 'linkUsedFrom', { address }),
  recoveryUsed: (address: string) =>
    warning('recovery-used', 'recoveryUsed', 'recoveryUsedFrom', { address }),
  manyFailures: (address: string) =>
    warning('many-failures', 'manyFailures', 'manyFailuresFrom', { address }),
} as const

/**
 * The alert for a person whose role, organization or position was changed by someone else; null if none of
 * them changed.
 */
export function roleNotice(before: User, after: User): PersonalAlert | null {
  const isChanged = (['role', 'org', 'orgRole'] as const).some((name) => before[name] !== after[name])
  if (!isChanged) return null
  const role = toRole(after.role)
  const isRole = before.role !== after.role
  return {
    rule: 'role-changed',
    severity: 'INFO',
    words: (language) => {
      const say = noticeTexts(language)
      if (isRole) return { title: say('roleChanged'), message: say(`role-${role ?? 'none'}`) }
      return { title: say('placeChanged'), message: say('placeMeans') }
    },
  }
}
