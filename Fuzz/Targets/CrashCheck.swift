/// Stops at inputs that begin with "crash": `scripts/fuzz.sh` checks with it that a crash fails a run.
package let crashCheck: FuzzTarget = { data, count in
    precondition(!input(data, count).starts(with: Array("crash".utf8)), "this input is to stop the program")
    return 0
}
