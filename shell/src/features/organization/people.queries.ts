import { OrganizationPeople, PersonalLink } from '@portal/contract'
import type { NewOrganizationPerson, OrganizationPerson } from '@portal/contract'
import { api, nothing } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

const address = '/api/auth/organization/people'

/** The members of the signed-in administrator's organization. */
export const peopleQuery = queryOptions({
  queryKey: ['organization', 'people'],
  queryFn: ({ signal }) => api.get(address, OrganizationPeople, { signal }),
})

export const invitePerson = (person: NewOrganizationPerson) => api.post(address, person, PersonalLink)
export const inviteAgain = ({ pid }: OrganizationPerson) =>
  api.post(`${address}/${pid}/link`, {}, PersonalLink)
export const withdrawInvitation = ({ pid }: OrganizationPerson) =>
  api.delete(`${address}/${pid}/link`, nothing)
export const disablePerson = ({ pid, version }: OrganizationPerson) =>
  api.post(`${address}/${pid}/disable`, { version }, nothing)
export const changePosition = ({ pid, version }: OrganizationPerson, orgRole: string) =>
  api.patch(`${address}/${pid}`, { orgRole, version }, nothing)
