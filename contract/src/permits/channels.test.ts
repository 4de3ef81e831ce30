import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelsOfAgency, firstChannel } from './channels.ts'

test('the ways to submit have the more exact address, and none when it is unknown', () => {
  const agency = {
    channels: ['PHONE', 'PORTAL', 'EMAIL', 'IN_PERSON', 'TELEX'],
    portalLink: 'https://austin.example.gov',
    submissionLink: 'https://austin.example.gov/apply',
    email: 'info@austin.example.gov',
    submissionEmail: ' ',
    phone: '512-555-0100',
  }
  assert.deepEqual(
    channelsOfAgency(agency).map(({ channel, address }) => [channel, address]),
    [
      ['PORTAL', 'https://austin.example.gov/apply'],
      ['EMAIL', 'info@austin.example.gov'],
      ['IN_PERSON', ''],
      ['PHONE', '512-555-0100'],
    ],
  )
  assert.deepEqual(channelsOfAgency({ ...agency, channels: null }), [])
})

test('a new package begins with the portal, or with the first way when there is no portal', () => {
  assert.equal(firstChannel(null), 'PORTAL')
  assert.equal(firstChannel([]), 'PORTAL')
  assert.equal(firstChannel(['EMAIL', 'PORTAL']), 'PORTAL')
  assert.equal(firstChannel(['PHONE', 'MAIL']), 'MAIL')
})
