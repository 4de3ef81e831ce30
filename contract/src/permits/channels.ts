import { labelOfCode } from '../collections/field.ts'
import type { Option } from '../collections/field.ts'

/** How an agency takes submissions, by the codes of the channel of a package. */
export const submissionChannels = ['PORTAL', 'EMAIL', 'MAIL', 'IN_PERSON', 'PHONE'] as const
export type SubmissionChannel = (typeof submissionChannels)[number]

const channelLabels: Readonly<Record<string, string>> = { MAIL: 'By mail', PHONE: 'By phone' }

/** The channels as options of a field. Mail on paper and mail of the portal have different names. */
export const channelOptions = <const Code extends string>(codes: readonly Code[]): Option<Code>[] =>
  codes.map((code) => ({ code, label: channelLabels[code] ?? labelOfCode(code) }))

/** What the record of an agency says about one way to submit. */
export interface ChannelAddress {
  channel: SubmissionChannel
  /**
   * A web address, an email address, a phone number, or the lines of a postal address; empty when unknown.
   */
  address: string
}

/** The fields of an agency that have the address of a channel, the more exact one first. */
const addressFields: Readonly<Record<SubmissionChannel, readonly string[]>> = {
  PORTAL: ['submissionLink', 'portalLink'],
  EMAIL: ['submissionEmail', 'email'],
  MAIL: ['mailingAddress'],
  IN_PERSON: ['counterAddress'],
  PHONE: ['phone'],
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * The ways to submit to an agency with their addresses, in the order of the codes. Unknown codes are left
 * out.
 */
export function channelsOfAgency(agency: Readonly<Record<string, unknown>>): ChannelAddress[] {
  const { channels } = agency
  const chosen: readonly unknown[] = Array.isArray(channels) ? channels : []
  return submissionChannels
    .filter((channel) => chosen.includes(channel))
    .map((channel) => ({
      channel,
      address: addressFields[channel].map((field) => textOf(agency[field])).find((text) => text !== '') ?? '',
    }))
}

/** The channel of a new package: the portal, unless the agency takes submissions in other ways alone. */
export function firstChannel(channels: readonly string[] | null | undefined): SubmissionChannel {
  return submissionChannels.find((channel) => channels?.includes(channel) === true) ?? 'PORTAL'
}
