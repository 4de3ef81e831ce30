import { CreatedPid, PermitPeople, collections } from '@portal/contract'
import type { AnyRecord, ContactRole, Filter } from '@portal/contract'
import { crud, listShape, recordKeys, recordShape } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

const { contacts } = collections

const pathOf = (permit: string) => `/permits/${encodeURIComponent(permit)}/people`

/** The people of a permit. */
export const permitPeopleQuery = (permit: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('permits', permit), 'people'] as const,
    queryFn: async ({ signal }) =>
      (await crud({ apiPath: pathOf(permit), method: 'GET' }, PermitPeople, { signal })).people,
  })

/** The contacts of a client by name; one page, because the full list has its own page. */
export const clientContactsQuery = (org: string) =>
  queryOptions({
    queryKey: [...recordKeys.collection('contacts'), 'of', org, 'people'] as const,
    queryFn: ({ signal }) =>
      crud(
        { apiPath: '/contacts', method: 'GET', query: { filter: { org }, pageSize: 100 } },
        listShape(contacts),
        { signal },
      ),
  })

/** Contacts that can be added to a permit of this client: the client's own and those without a client. */
export const fitting = (org: string | null): Filter =>
  org === null ? {} : { or: [{ org }, { org: { isEmpty: true } }] }

/** The matching ones of these contacts for the typed text. */
export const contactSearchQuery = (org: string | null, searchToken: string) =>
  queryOptions({
    queryKey: [...recordKeys.collection('contacts'), 'search', org, searchToken] as const,
    queryFn: async ({ signal }) =>
      (
        await crud(
          {
            apiPath: '/contacts/search',
            method: 'GET',
            query: { searchToken, filter: { ...fitting(org) }, pageSize: 10 },
          },
          listShape(contacts),
          { signal },
        )
      ).records,
    placeholderData: keepPreviousData,
  })

/** Contacts with the same email address, which may be the same person. */
export const sameAddressQuery = (org: string | null, email: string) =>
  queryOptions({
    queryKey: [...recordKeys.collection('contacts'), 'address', org, email.toLowerCase()] as const,
    queryFn: async ({ signal }) =>
      (
        await crud(
          {
            apiPath: '/contacts/search',
            method: 'GET',
            query: { searchToken: email, filter: { ...fitting(org) }, pageSize: 10 },
          },
          listShape(contacts),
          { signal },
        )
      ).records.filter(
        (record) =>
          typeof record['email'] === 'string' && record['email'].toLowerCase() === email.toLowerCase(),
      ),
  })

/** The typed values of a contact. */
export type ContactValues = Readonly<Record<'name' | 'company' | 'phone' | 'email' | 'licenceNo', string>>
export const noContact: ContactValues = { name: '', company: '', phone: '', email: '', licenceNo: '' }

export function valuesOf(contact: AnyRecord | Readonly<Record<string, unknown>>): ContactValues {
  const text = (name: string) => {
    const value = Reflect.get(contact, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    name: text('name'),
    company: text('company'),
    phone: text('phone'),
    email: text('email'),
    licenceNo: text('licenceNo'),
  }
}

/** The request body; empty values become null. */
export function bodyOf(values: ContactValues): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.trim() === '' ? null : value.trim()]),
  )
}

export const addPerson = (
  permit: string,
  body: { role: ContactRole } & ({ contact: string } | { person: object }),
) => crud({ apiPath: pathOf(permit), method: 'POST', body }, PermitPeople)

export const changeRole = (permit: string, entry: string, role: ContactRole) =>
  crud(
    { apiPath: `${pathOf(permit)}/${encodeURIComponent(entry)}`, method: 'PATCH', body: { role } },
    PermitPeople,
  )

export const removePerson = (permit: string, entry: string) =>
  crud({ apiPath: `${pathOf(permit)}/${encodeURIComponent(entry)}`, method: 'DELETE' }, PermitPeople)

export const saveContact = (pid: string, version: number, body: object) =>
  crud(
    { apiPath: `/contacts/${encodeURIComponent(pid)}`, method: 'PATCH', body: { ...body, version } },
    recordShape,
  )

export const makeContact = (body: object) => crud({ apiPath: '/contacts', method: 'POST', body }, CreatedPid)
