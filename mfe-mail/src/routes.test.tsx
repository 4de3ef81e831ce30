import { RemoteManifest, mailFolderIds, menuFor, defaultPages } from '@portal/contract'
import manifest from '../portal.json'
import { mailPath, readAddress } from './paths.ts'
import { routes } from './routes.tsx'

const declared = RemoteManifest.parse(manifest)

test('the manifest declares the inbox, the other folders and a message, for signed-in users (specification.md 2)', () => {
  const folders = mailFolderIds.map((id) => `/mail/${id}`)
  expect(declared.routes.map(({ path }) => path).toSorted()).toEqual(
    ['/mail', '/mail/{id}', ...folders].toSorted(),
  )
  expect(declared.routes.every(({ guard, layout }) => guard === 'auth' && layout === 'mail')).toBe(true)
  expect(declared.routes.find(({ path }) => path === '/mail/inbox')?.redirect).toBe('/mail')
  expect(declared.apis).toEqual(['/api/mail'])
  expect(routes.map(({ path }) => path)).toEqual(['/mail/:segment?'])
})

test('staff have Mails first in their menu, clients do not have it, and no page number is added', () => {
  const entries = (role: 'team' | 'client') => menuFor({ role, pages: defaultPages(role) }, [declared])
  expect(entries('team').map(({ label, path, pagingKey }) => [label, path, pagingKey])).toEqual([
    ['Mails', '/mail', undefined],
  ])
  expect(entries('client')).toEqual([])
})

test('an address is unchanged after it is parsed and formatted', () => {
  for (const path of [
    '/mail',
    '/mail/archive',
    '/mail/ABC',
    '/mail/ABC?folder=drafts&q=two+words&mailbox=a%40b.example&draft=DEF',
    '/mail/junkemail?draft=new-1',
    '/mail/archive?q=fence&in=folder',
  ]) {
    const url = new URL(path, 'http://portal.example')
    expect(mailPath(readAddress(url.pathname.split('/')[2], url.searchParams))).toBe(path)
  }
  expect(readAddress(undefined, new URLSearchParams('folder=nowhere'))).toEqual({
    folder: 'inbox',
    id: null,
    q: '',
    inFolder: false,
    mailbox: null,
    draft: null,
  })
})
