export class FakeTime {}
