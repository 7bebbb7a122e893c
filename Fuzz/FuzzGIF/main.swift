import FuzzImageSupport
import FuzzSupport

// Inputs are read as images of either format; the seeds are GIF files.
fuzz { data, count in
    _ = readImage(input(data, count))
    return 0
}
