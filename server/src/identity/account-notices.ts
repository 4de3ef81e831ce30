import { toRole } from '@portal/contract'
import type { RecordValues } from '@portal/contract'
import type { PersonalAlert } from '#records/signals/personal-alerts.ts'

const ending = 'If this was not you, end the session under Passkeys and sessions and tell an administrator.'

/** Words for what happens to somebody's account, which they are told by an alert. Source: decision 0041. */
export const accountNotices = {
  newDevice: (address: string, method: string): PersonalAlert => ({
    rule: 'new-device',
    severity: 'WARNING',
    title: 'New sign-in to your account',
    message: `Somebody signed in by ${method} from a browser that was not used before, address ${address}. ${ending}`,
  }),
  passkeyAdded: (name: string): PersonalAlert => ({
    rule: 'passkey-added',
    severity: 'WARNING',
    title: 'A passkey was added to your account',
    message: `“${name}” can sign in as you now. If you did not add it, remove it under Passkeys and sessions and tell an administrator.`,
  }),
  passkeyRemoved: (name: string): PersonalAlert => ({
    rule: 'passkey-removed',
    severity: 'WARNING',
    title: 'A passkey was removed from your account',
    message: `An administrator removed “${name}”. All your sessions ended with it.`,
  }),
  microsoftLinked: (name: string): PersonalAlert => ({
    rule: 'microsoft-linked',
    severity: 'WARNING',
    title: 'A Microsoft account was linked to yours',
    message: `${name} can sign in as you now. If you did not link it, unlink it under Passkeys and sessions and tell an administrator.`,
  }),
  linkMade: (maker: string): PersonalAlert => ({
    rule: 'link-made',
    severity: 'WARNING',
    title: 'A sign-in link was made for your account',
    message: `${maker} made a link by which somebody can make a passkey for your account. If you did not ask for it, tell another administrator.`,
  }),
  linkUsed: (address: string): PersonalAlert => ({
    rule: 'link-used',
    severity: 'WARNING',
    title: 'A sign-in link for your account was used',
    message: `Somebody opened it from address ${address}. ${ending}`,
  }),
  recoveryUsed: (address: string): PersonalAlert => ({
    rule: 'recovery-used',
    severity: 'WARNING',
    title: 'A recovery code of yours was used',
    message: `Somebody used it from address ${address}. ${ending}`,
  }),
  manyFailures: (address: string): PersonalAlert => ({
    rule: 'many-failures',
    severity: 'WARNING',
    title: 'Many failed sign-ins to your account',
    message: `Somebody tried to sign in as you and failed several times, last from address ${address}. Nobody got in this way. Tell an administrator if it goes on.`,
  }),
} as const

const roleNames = { superadmin: 'a superadmin', admin: 'an administrator', team: 'a member of the team', client: 'a client' } as const

/** What a person is told when somebody else changed their role, organization or position; null where none of them changed. */
export function roleNotice(before: RecordValues, after: RecordValues): PersonalAlert | null {
  const isChanged = ['role', 'org', 'orgRole'].some((name) => (before[name] ?? null) !== (after[name] ?? null))
  if (!isChanged) return null
  const role = toRole(after['role'])
  const isRole = before['role'] !== after['role']
  const sentence = role === null ? 'You have no role now.' : `You are ${roleNames[role]} now.`
  return {
    rule: 'role-changed',
    severity: 'INFO',
    title: isRole ? 'Your role was changed' : 'Your organization or your position in it was changed',
    message: isRole ? sentence : 'What you see and may do follows from it. Ask an administrator if you did not expect this.',
  }
}
