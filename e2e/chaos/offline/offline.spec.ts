import { chaos } from '../../support/chaos.ts'

chaos('offline')
