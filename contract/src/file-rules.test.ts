import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withdrawWithinMs, whyNotChange, whyNotDelete, whyNotDeleteListed } from './file-rules.ts'
import type { Deletion } from './file-rules.ts'
import { folderMimeType } from './files.ts'
import type { FileRecord } from './files.ts'
import { roles } from './roles.ts'
import type { Role } from './roles.ts'

const now = new Date('2026-11-21T12:00:00Z')
/**
 * Clients in this file are members of their organization. Restrictions of viewers are tested in
 * org-roles.test.ts.
 */
const actor = (role: Role) => ({
  pid: 'me',
  role,
  org: null,
  orgRole: role === 'client' ? ('MEMBER' as const) : null,
})
const recently = new Date(now.getTime() - withdrawWithinMs + 1)
const longAgo = new Date(now.getTime() - withdrawWithinMs)
const handedIn: Deletion = { isFolder: false, isOwn: true, hasStored: true, since: recently }

test('administrators delete all files, staff their own, clients those not submitted yet (domain.md 5)', () => {
  const cases: readonly (readonly [Partial<Deletion>, readonly Role[]])[] = [
    [{}, ['superadmin', 'admin', 'team']],
    [{ isOwn: false }, ['superadmin', 'admin']],
    [{ hasStored: false }, ['superadmin', 'admin', 'team', 'client']],
    [{ hasStored: false, isOwn: false }, ['superadmin', 'admin']],
    [{ isFolder: true }, ['superadmin', 'admin', 'team', 'client']],
    [{ isFolder: true, since: longAgo }, ['superadmin', 'admin', 'team']],
    [{ isFolder: true, hasStored: false, since: longAgo }, ['superadmin', 'admin', 'team', 'client']],
  ]
  for (const [values, may] of cases) {
    const allowed = roles.filter(
      (role) => whyNotDelete(actor(role), { ...handedIn, ...values }, now) === null,
    )
    assert.deepEqual(allowed.toSorted(), may.toSorted(), JSON.stringify(values))
  }
})

test('the same delete rules apply to listed files: a done file is submitted, one without a creator is not own', () => {
  const file: FileRecord = {
    pid: 'f',
    name: 'plan.pdf',
    parentId: 'uploads',
    size: 5,
    mimeType: 'application/pdf',
    root: 'uploads',
    status: 'done',
    createdAt: recently.toISOString(),
    createdBy: { pid: 'me', title: 'Me' },
    updatedAt: recently.toISOString(),
    updatedBy: null,
    visibility: 'CLIENT',
    org: null,
  }
  const why = (role: Role, values: Partial<FileRecord>) =>
    whyNotDeleteListed(actor(role), { ...file, ...values }, now)
  assert.deepEqual(
    [why('client', {}), why('client', { status: 'uploading' })],
    ['Only staff can delete submitted files.', null],
  )
  assert.deepEqual(
    [why('client', { mimeType: folderMimeType }), why('team', {}), why('admin', { createdBy: null })],
    [null, null, null],
  )
  assert.equal(
    why('team', { createdBy: undefined }),
    'Created by someone else. Only an administrator can delete it.',
  )
})

test('only staff can rename, move and share files', () => {
  assert.deepEqual(
    roles.filter((role) => whyNotChange(actor(role)) !== null),
    ['client'],
  )
})
