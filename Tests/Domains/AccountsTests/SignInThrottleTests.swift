import Accounts
import Testing

@Suite struct SignInThrottleTests {
    private func network(_ number: Int) -> SourceNetwork {
        SourceNetwork(address: "10.\(number / 256).\(number % 256).7")
    }

    @Test("a guesser at one address gets at most 20 of 1,000 guesses in an hour evaluated")
    func oneAddress() {
        var throttle = SignInThrottle()
        var evaluated = 0
        for guess in 0..<1_000 {
            let now = Duration.milliseconds(guess * 3_600)
            let verdict = throttle.admit(account: "ada", network: network(1), device: nil, at: now)
            guard case .evaluate(let ticket) = verdict else { continue }
            evaluated += 1
            _ = throttle.fail(ticket, at: now)
        }
        #expect((5...20).contains(evaluated))
    }

    @Test("a guesser who tries another account each time is throttled too")
    func manyAccounts() {
        var throttle = SignInThrottle()
        var evaluated = 0
        for guess in 0..<1_000 {
            let verdict = throttle.admit(
                account: "user\(guess)", network: network(1), device: nil, at: .milliseconds(guess * 3_600))
            if verdict.isEvaluated { evaluated += 1 }
        }
        #expect(evaluated <= 20)
    }

    @Test("a guesser who waits exactly as told gets at most 20 guesses in an hour")
    func patient() {
        var throttle = SignInThrottle()
        var now = Duration.zero
        var evaluated = 0
        while now < .seconds(3_600) {
            switch throttle.admit(account: "ada", network: network(1), device: nil, at: now) {
            case .evaluate: evaluated += 1
            case .wait(let wait): now += wait
            }
        }
        #expect(evaluated <= 20)
    }

    @Test("parallel attempts gain nothing, because they count when they begin")
    func parallel() {
        var throttle = SignInThrottle()
        var evaluated = 0
        for _ in 0..<500 {
            let verdict = throttle.admit(account: "ada", network: network(1), device: nil, at: .zero)
            if verdict.isEvaluated { evaluated += 1 }
        }
        #expect(evaluated <= 6)
    }

    @Test("during an attack from everywhere, the owner signs in by a known browser 100 times of 100")
    func trustedBrowser() {
        var throttle = SignInThrottle()
        var entered = 0
        for round in 0..<100 {
            let now = Duration.seconds(round * 30)
            for attacker in 0..<50 {
                let attacking = network(round * 50 + attacker)
                _ = throttle.admit(account: "ada", network: attacking, device: nil, at: now)
            }
            let verdict = throttle.admit(account: "ada", network: network(9_999), device: "laptop", at: now)
            guard case .evaluate(let ticket) = verdict else { continue }
            throttle.succeed(ticket, at: now)
            entered += 1
        }
        #expect(entered == 100)
    }

    @Test("the owner at a new address gets in within a minute while somebody guesses from another")
    func newAddress() {
        var throttle = SignInThrottle()
        for second in 0..<3_600 {
            _ = throttle.admit(account: "ada", network: network(1), device: nil, at: .seconds(second))
        }
        for number in 2..<8 {
            for _ in 0..<5 {
                _ = throttle.admit(account: "ada", network: network(number), device: nil, at: .seconds(3_600))
            }
        }
        switch throttle.admit(account: "ada", network: network(500), device: nil, at: .seconds(3_600)) {
        case .evaluate: break
        case .wait(let wait):
            #expect(wait <= .seconds(60))
            let later = throttle.admit(
                account: "ada", network: network(500), device: nil, at: .seconds(3_600) + wait)
            #expect(later.isEvaluated)
        }
    }

    @Test("an account accepts at most 100 failures in a row from unknown browsers, from any number of addresses")
    func accountLimit() {
        var throttle = SignInThrottle()
        var evaluated = 0
        for attempt in 0..<20_000 {
            let verdict = throttle.admit(
                account: "ada", network: network(attempt % 5_000), device: nil, at: .seconds(attempt * 4))
            if verdict.isEvaluated { evaluated += 1 }
        }
        #expect(evaluated == 100)
        throttle.forgive(account: "ada")
        let forgiven = throttle.admit(account: "ada", network: network(60_000), device: nil, at: .seconds(80_000))
        #expect(forgiven.isEvaluated)
    }

    @Test("a stolen device token is throttled by its own failures")
    func stolenDevice() {
        var throttle = SignInThrottle()
        var evaluated = 0
        for second in 0..<3_600 {
            let verdict = throttle.admit(
                account: "ada", network: network(second), device: "laptop", at: .seconds(second))
            if verdict.isEvaluated { evaluated += 1 }
        }
        #expect(evaluated <= 23)
        let other = throttle.admit(account: "ada", network: network(1), device: "phone", at: .seconds(3_600))
        #expect(other.isEvaluated)
    }

    @Test("delays grow up to an hour, and a success resets them")
    func growth() {
        var throttle = SignInThrottle()
        var now = Duration.zero
        var waits: [Duration] = []
        var last: SignInThrottle.Ticket?
        while waits.count < 20 {
            switch throttle.admit(account: "ada", network: network(1), device: "laptop", at: now) {
            case .evaluate(let ticket): last = ticket
            case .wait(let wait):
                waits.append(wait)
                now += wait
            }
        }
        #expect(waits.first == .seconds(1) && waits.max() == .seconds(3_600))
        if let last { throttle.succeed(last, at: now) }
        let forgiven = throttle.admit(account: "ada", network: network(1), device: "laptop", at: now)
        #expect(forgiven.isEvaluated)
    }

    @Test("an attempt that was not evaluated counts against nobody")
    func withdrawal() {
        var throttle = SignInThrottle()
        for _ in 0..<200 {
            guard
                case .evaluate(let ticket) = throttle.admit(account: "ada", network: network(1), device: nil, at: .zero)
            else {
                Issue.record("an attempt was refused")
                return
            }
            throttle.withdraw(ticket, at: .zero)
        }
        #expect(throttle.count == 0)
    }

    @Test("memory is bounded, and the most active guesser is not dropped")
    func bounded() {
        var policy = SignInThrottlePolicy()
        policy.capacity = 1_000
        var throttle = SignInThrottle(policy: policy)
        for _ in 0..<6 { _ = throttle.admit(account: "ada", network: network(1), device: nil, at: .zero) }
        for number in 2..<20_000 {
            _ = throttle.admit(account: "u\(number)", network: network(number), device: nil, at: .milliseconds(number))
            #expect(throttle.count <= 1_003)
        }
        let guess = throttle.admit(account: "ada", network: network(1), device: nil, at: .milliseconds(900))
        #expect(!guess.isEvaluated)
    }

    @Test("a failure is reported at most once a minute for each bucket")
    func reports() {
        var throttle = SignInThrottle()
        var reports = 0
        for second in 0..<120 {
            let now = Duration.seconds(second)
            if case .evaluate(let ticket) = throttle.admit(account: "a", network: network(1), device: nil, at: now),
                throttle.fail(ticket, at: now)
            {
                reports += 1
            }
        }
        #expect(reports <= 2 && reports >= 1)
    }

    @Test("addresses of one network are one source")
    func networks() {
        #expect(SourceNetwork(address: "192.0.2.1") == SourceNetwork(address: "192.0.2.254"))
        #expect(SourceNetwork(address: "192.0.2.1") == SourceNetwork(address: "::ffff:192.0.2.9"))
        #expect(SourceNetwork(address: "192.0.2.1") != SourceNetwork(address: "192.0.3.1"))
        #expect(SourceNetwork(address: "2001:db8::1") == SourceNetwork(address: "2001:db8::ffff:1"))
        #expect(SourceNetwork(address: "2001:db8::1") != SourceNetwork(address: "2001:db8:0:1::1"))
        #expect(SourceNetwork(address: "fe80::1%eth0") == SourceNetwork(address: "fe80::1"))
        #expect(SourceNetwork(address: "x") == SourceNetwork(address: ""))
    }
}

extension SignInThrottle.Verdict {
    fileprivate var isEvaluated: Bool {
        if case .evaluate = self { true } else { false }
    }
}
